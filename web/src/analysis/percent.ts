/** A chance as a whole number of hundredths. */
export function percent(chance: number): number {
  return Math.round(chance * 100);
}
