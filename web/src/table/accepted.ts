/// The rematches whose terms the user has accepted: there the user sits down without being asked again.

const accepted = new Set<string>();

/** Notes that the user accepted to play at that table. */
export function markAccepted(table: string): void {
  accepted.add(table);
}

/** Whether the user accepted to play at that table. */
export function wasAccepted(table: string): boolean {
  return accepted.has(table);
}
