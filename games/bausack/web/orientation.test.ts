import { expect, it } from 'vitest';
import { lying, onNextSide, ownAxis } from './orientation';
import { multiply, type Quaternion, rotated, rotationAbout, UPRIGHT, type Vector } from './quaternion';

const near = (numbers: number[]) => numbers.map((number) => expect.closeTo(number, 5));
const slab = {
  size: [6000, 1500, 3000] as [number, number, number],
  sides: [
    [0, -1000, 0, 0],
    [0, 1000, 0, 1],
    [0, 0, 1000, 2],
    [0, 0, -1000, 3],
    [1000, 0, 0, 4],
    [-1000, 0, 0, 5],
  ] as [number, number, number, number][],
};
const prism = {
  size: [4600, 3980, 3000] as [number, number, number],
  sides: [
    [0, -1000, 0, 0],
    [866, 500, 0, 1],
    [-866, 500, 0, 2],
  ] as [number, number, number, number][],
};

it('lays a block over about its own axis, wherever the viewer stands', () => {
  // Turned by 20 degrees about the vertical, seen from 50 degrees.
  const turn = rotationAbout([0, 1, 0], 0.35);
  const right = rotated(rotationAbout([0, 1, 0], 0.87), [1, 0, 0]);
  const axis = ownAxis(turn, right);
  expect(axis).toEqual(near(rotated(turn, [1, 0, 0])));
  const laid = multiply(rotationAbout(axis, -Math.PI / 2), turn);
  // It lies flat on a side: one of its own axes is upright again.
  const upright = [0, 1, 2].map((own) => {
    const along: Vector = [0, 0, 0];
    along[own] = 1;
    return Math.abs(rotated(laid, along)[1]);
  });
  expect(Math.max(...upright)).toBeCloseTo(1, 5);
});

it('goes through all sides on which a block can lie, and back to the first', () => {
  for (const model of [slab, prism]) {
    let turn: Quaternion = rotationAbout([0, 1, 0], 1.1);
    const seen = model.sides.map(() => {
      turn = onNextSide(turn, model, [1, 0, 0]);
      const down = model.sides.findIndex(
        ([x, y, z]) => rotated(turn, [x / 1000, y / 1000, z / 1000])[1] < -0.999,
      );
      expect(lying(turn, model).leans).toBe(0);
      return down;
    });
    expect(new Set(seen).size).toBe(model.sides.length);
    expect(seen.at(-1)).toBe(0);
  }
});

it('lays a block that leans onto its nearest side first', () => {
  const leaning = rotationAbout([0, 0, 1], 0.5);
  expect(lying(leaning, slab).leans).toBe(29);
  const laid = onNextSide(leaning, slab, [1, 0, 0]);
  expect(lying(laid, slab)).toEqual({ how: 'flat', leans: 0, heading: 0 });
});

it('takes the nearest of sides that are alike', () => {
  // Two ends and four flanks of one kind.
  const column = {
    size: [2000, 7000, 2000] as [number, number, number],
    sides: slab.sides.map(
      ([x, y, z], side) => [x, y, z, side < 2 ? side : 2] as [number, number, number, number],
    ),
  };
  const onEnd = onNextSide(onNextSide(UPRIGHT, column, [1, 0, 0]), column, [1, 0, 0]);
  expect(lying(onEnd, column)).toMatchObject({ how: 'flat', leans: 0 });
  expect(lying(onNextSide(onEnd, column, [1, 0, 0]), column)).toMatchObject({ how: 'upright', leans: 0 });
});

it('leaves a ball as it is', () => {
  const ball = { size: [3500, 3500, 3500] as [number, number, number], sides: [] };
  const turn = rotationAbout([1, 0, 0], 0.7);
  expect(onNextSide(turn, ball, [1, 0, 0])).toEqual(turn);
  expect(lying(turn, ball).how).toBe('round');
});

it('tells how a block lies', () => {
  expect(lying(UPRIGHT, slab).how).toBe('flat');
  expect(lying(rotationAbout([0, 0, 1], Math.PI / 2), slab).how).toBe('upright');
  expect(lying(rotationAbout([1, 0, 0], Math.PI / 2), slab).how).toBe('side');
  expect(lying(rotationAbout([0, 1, 0], -Math.PI / 6), slab).heading).toBe(30);
});
