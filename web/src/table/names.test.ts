import { expect, it, vi } from 'vitest';
import type { Occupant } from './table';

vi.mock('../settings.svelte', () => ({
  t: (key: string, gaps: Record<string, string> = {}) => [key, ...Object.values(gaps)].join(' '),
}));
const { occupantOfRecord, recordNames, seatNames } = await import('./names');

const person = (name = ''): Occupant => ({ kind: 'person', name, present: true });
const bot = (level: number): Occupant => ({ kind: 'bot', name: '', bot: `level${level}`, present: true });
const LOOKS = ['Red', 'Blue', 'Yellow'];

it('calls the only seat of the viewer "you", and nobody else', () => {
  expect(seatNames([person(), bot(3)], [0], LOOKS)).toEqual(['you', 'botName 3']);
  expect(seatNames([person(), person()], [0, 1], LOOKS)).toEqual(['Red', 'Blue']);
  expect(seatNames([person(), person()], [], LOOKS)).toEqual(['Red', 'Blue']);
  expect(seatNames([person('Ada'), bot(3)], [0], LOOKS)).toEqual(['Ada', 'botName 3']);
});

it('tells bots of one level apart', () => {
  expect(seatNames([person(), bot(3), bot(3)], [0], LOOKS)).toEqual([
    'you',
    'botNamed botName 3 Blue',
    'botNamed botName 3 Yellow',
  ]);
});

it('writes no "you" into a record, and finds its bots again', () => {
  const names = recordNames([person(), bot(3), person('Ada')]);
  expect(names).toEqual(['', 'Bot 3', 'Ada']);
  expect(names.map(occupantOfRecord)).toEqual([person(), bot(3), person('Ada')]);
});
