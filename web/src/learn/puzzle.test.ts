import { expect, it } from 'vitest';
import { chapters, read } from './puzzle';

const FILE = `# A game: puzzles. Written by
# ludotheque puzzles game --count 2

puzzle 2 seats goal force 2 difficulty 3
line a1, b2
turn a2, a3 or a3, a2
reply b3
turn c1

puzzle 2 seats variant=base goal keep difficulty 1
line 
turn d4
`;

it('reads what the command writes', () => {
  const [first, second, ...more] = read(FILE);
  expect(more).toEqual([]);
  expect(first).toEqual({
    setup: { seats: 2, options: {} },
    force: 2,
    difficulty: 3,
    line: 'a1, b2',
    turns: [['a2, a3', 'a3, a2'], ['c1']],
    replies: ['b3'],
  });
  expect(second).toMatchObject({
    setup: { seats: 2, options: { variant: 'base' } },
    force: null,
    difficulty: 1,
  });
  expect(second?.turns).toEqual([['d4']]);
});

it('a setting has a chapter, and puzzles keep the numbers of the file', () => {
  const both = chapters([...read(FILE), ...read(FILE)]);
  expect(both.map(({ options }) => options)).toEqual([{}, { variant: 'base' }]);
  expect(both.map(({ puzzles }) => puzzles.map(({ number }) => number))).toEqual([
    [1, 3],
    [2, 4],
  ]);
});
