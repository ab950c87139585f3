import { expect, it, vi } from 'vitest';

vi.mock('../settings.svelte', () => ({ t: (key: string) => key }));
const { asTable, placesOf } = await import('./stored-history');

const RECORD = 'ludotheque record 1\ngame: stones\nrules: 1\nseats: 2\nclock: none\nresult: 2 1\n\n0 take\n';
const stored = {
  id: 'abc',
  game: 'stones',
  seats: [
    { kind: 'person', name: '', present: true } as const,
    { kind: 'bot', name: '', bot: 'level3', present: true } as const,
  ],
  seed: 1,
  record: RECORD,
  started: 5,
  changed: 9,
  over: true,
};

it('reads the result of a record, and nothing where there is none', () => {
  expect(placesOf(RECORD)).toEqual([2, 1]);
  expect(placesOf(RECORD.replace('result: 2 1\n', ''))).toBeUndefined();
  expect(placesOf(`${RECORD.replace('result: 2 1\n', '')}result: 1 2\n`)).toBeUndefined();
});

it('lists a table of this browser like those of a server', () => {
  expect(asTable(stored)).toMatchObject({
    status: 'over',
    ended: 9,
    places: [2, 1],
    seats: [
      { kind: 'person', name: 'you', own: true },
      { kind: 'bot', bot: 'level3', own: false },
    ],
  });
  expect(asTable({ ...stored, over: false }).ended).toBeUndefined();
});
