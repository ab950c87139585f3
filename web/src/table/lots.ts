/// Drawing lots: who gets which seat.

/** The values in an order that chance decides, each order with the same chance. */
export function shuffled<T>(values: T[], random: () => number = Math.random): T[] {
  const drawn = [...values];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [drawn[last], drawn[other]] = [drawn[other] as T, drawn[last] as T];
  }
  return drawn;
}
