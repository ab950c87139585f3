import { expect, it } from 'vitest';
import type { Frame, TableInfo } from '../generated/protocol';
import { fullFrame, fullSeat, fullTable } from './defaults';

const frame: Frame = { own: [], turn: 'nature', view: null, prompts: [] };
const table: TableInfo = {
  id: 't',
  game: 'pebbles',
  status: 'waiting',
  created: 1,
  seats: [{ kind: 'open' }],
};

it('a frame without teams is of seats that play for themselves', () => {
  expect(fullFrame(frame, 3)).toMatchObject({ teams: [0, 1, 2], gone: [], may_confer: [], clocks: null });
  expect(fullFrame({ ...frame, teams: [0, 1, 0, 1], gone: [2] }, 4)).toMatchObject({
    teams: [0, 1, 0, 1],
    gone: [2],
    offer: null,
  });
});

it('a seat has arrived unless it waits for its person', () => {
  expect(fullSeat({ kind: 'person' })).toEqual({
    kind: 'person',
    waiting: false,
    away: false,
    own: false,
  });
  expect(fullSeat({ kind: 'person', waiting: true }).waiting).toBe(true);
});

it('a table has the default terms, and its seats too', () => {
  expect(fullTable(table)).toMatchObject({ options: {}, clock: 'none', on_timeout: 'forfeit', links: [] });
  expect(fullTable(table).seats).toEqual([fullSeat({ kind: 'open' })]);
  expect(fullTable({ ...table, rated: true, position: 'x' })).toMatchObject({ rated: true, position: 'x' });
});
