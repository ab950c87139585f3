/// A cache of the models of blocks, shared by all boards.
import type { HandProps } from '$board/contract';
import type { Model } from './types';

const asked = new Map<number, Promise<Model | null>>();
const known = $state<Record<number, Model>>({});

/** The models that are loaded; reactive. */
export function models(): Record<number, Model> {
  return known;
}

/** Loads the models of some blocks. */
export async function fetchModels(props: HandProps | undefined, blocks: Iterable<number>): Promise<void> {
  if (!props) return;
  const waiting: Promise<unknown>[] = [];
  for (const block of blocks) {
    if (!asked.has(block)) {
      const model = props.model(String(block)) as Promise<Model | null>;
      asked.set(block, model);
      waiting.push(model.then((model) => model && Object.assign(known, { [block]: Object.freeze(model) })));
    }
  }
  await Promise.all(waiting);
}
