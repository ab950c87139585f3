import { expect, it } from 'vitest';
import { neighbour, type Spot } from './spots';

const spot = (id: string, x: number, y: number): Spot => ({
  id,
  x,
  y,
  size: 10,
  shape: 'round',
  taken: false,
  label: id,
});

it('walks on a chequer as one sees it', () => {
  const grid = [spot('a1', 0, 100), spot('b1', 100, 100), spot('a2', 0, 0), spot('b2', 100, 0)];
  const [a1, b1] = grid as [Spot, Spot, Spot, Spot];
  expect(neighbour(grid, a1, 'ArrowUp')?.id).toBe('a2');
  expect(neighbour(grid, a1, 'ArrowRight')?.id).toBe('b1');
  expect(neighbour(grid, b1, 'ArrowRight')).toBeUndefined();
});

it('walks on a lattice whose lines are shifted', () => {
  const lattice = [spot('low', 50, 100), spot('left', 20, 0), spot('right', 100, 0)];
  const [low] = lattice as [Spot, Spot, Spot];
  expect(neighbour(lattice, low, 'ArrowUp')?.id).toBe('left');
});
