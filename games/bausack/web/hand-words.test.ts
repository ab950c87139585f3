import { expect, test } from 'vitest';
import { fetchModels } from './models.svelte';
import { handInWords } from './text';
import type { Model, PoseRow } from './types';

const slab = {
  name: { fr: 'Dalle', en: 'Slab' },
  size: [6000, 1500, 3000],
  sides: [
    [0, -1000, 0, 0],
    [0, 1000, 0, 1],
    [1000, 0, 0, 2],
    [-1000, 0, 0, 3],
  ],
} as unknown as Model;
const row = (at: number[], angle = 0, axis = 2): PoseRow => {
  const turn = [0, 0, 0, Math.cos(angle / 2)];
  turn[axis] = Math.sin(angle / 2);
  return [...at, ...turn.map((part) => Math.round(part * 2 ** 30))] as PoseRow;
};

test('a block in the hand is told along the axes of the arrow keys, and how it lies', async () => {
  await fetchModels({ model: async () => slab } as never, [7]);
  const told = (held: PoseRow, facing = 0) => handInWords(7, held, held, facing, 'en');
  expect(told(row([30_000, 0, 0]))).toBe('Slab; touches; 3.0 cm to the right; flat');
  // Whoever looks from the right has it in front, and its long side towards themselves.
  expect(told(row([30_000, 0, 0]), Math.PI / 2)).toBe(
    'Slab; touches; 3.0 cm to the front; flat; turned by 90°',
  );
  expect(told(row([0, 0, 0], Math.PI / 2))).toMatch(/upright/);
  expect(told(row([0, 0, 0], 0.2))).toMatch(/leaning by 11°/);
  expect(handInWords(7, row([0, 0, 0]), null, 0, 'fr')).toMatch(/^Dalle.*touche.*à plat$/);
});
