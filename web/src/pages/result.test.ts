import { expect, it } from 'vitest';
import type { SeatInfo, SeatKind, TableInfo } from '../generated/protocol';
import { opponentsOf, resultOf } from './result';

const seat = (kind: SeatKind, own = false): SeatInfo => ({ kind, own });
const table = (seats: SeatInfo[], places?: number[]) => ({ seats, places }) as TableInfo;

it('tells how it ended for the viewer', () => {
  const pair = [seat('person', true), seat('person')];
  expect(resultOf(table(pair, [1, 2]))).toEqual({ result: 'won', place: 1 });
  expect(resultOf(table(pair, [2, 1]))).toEqual({ result: 'lost', place: 2 });
  expect(resultOf(table(pair, [1, 1]))).toEqual({ result: 'drawn', place: 1 });
  expect(resultOf(table([seat('person'), seat('bot')], [1, 2]))).toBe(null);
  expect(resultOf(table(pair))).toBe(null);
  const named = [
    { ...seat('person', true), name: 'Ada' },
    { ...seat('person'), name: 'Bob' },
  ];
  expect(resultOf(table(named, [1, 2]), 'Bob')).toEqual({ result: 'lost', place: 2 });
});

it('counts the best of several own seats, and partners who win together', () => {
  const four = [seat('person', true), seat('bot'), seat('screen', true), seat('bot')];
  expect(resultOf(table(four, [3, 1, 2, 4]))).toEqual({ result: 'lost', place: 2 });
  expect(resultOf(table(four, [1, 3, 1, 3]))).toEqual({ result: 'won', place: 1 });
});

it('knows people from bots', () => {
  expect(opponentsOf(table([seat('person', true), seat('bot')]))).toBe('bots');
  expect(opponentsOf(table([seat('person', true), seat('bot'), seat('person')]))).toBe('people');
});
