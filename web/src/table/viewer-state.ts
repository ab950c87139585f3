/// What of a viewer is kept when the page is reloaded: the variations, and which step is shown.
import { type Variation, withSharedStart } from './variations';
import type { TableViewer } from './viewer.svelte';

/** What is kept, as JSON. */
export interface ViewerState {
  variations: Variation[];
  trying: boolean;
  /** The step of the table that is shown; `null` for the latest. */
  cursor: number | null;
  /** The variation that is shown, and how many steps of it. */
  open: { id: number; at: number } | null;
}

/** The state of a viewer, or `undefined` if it shows the latest position and has no variations. */
export function viewerState(viewer: TableViewer): ViewerState | undefined {
  const { variations, trying, cursor, openVariation } = viewer;
  if (variations.length === 0 && !trying && cursor === null) return undefined;
  const open = openVariation && { id: openVariation.variation.id, at: openVariation.at };
  return { variations, trying, cursor, open };
}

/** Restores a state, as far as it fits the steps of the table, which may have changed since. */
export function restoreViewer(viewer: TableViewer, state: ViewerState): void {
  const { steps } = viewer.table.state;
  viewer.variations = withSharedStart(steps, state.variations);
  viewer.trying = state.trying;
  const variation = viewer.variations.find(({ id }) => id === state.open?.id);
  if (variation && state.open) viewer.enter(variation, Math.min(state.open.at, variation.steps.length));
  else if (state.cursor !== null) viewer.goToTable(state.cursor);
}
