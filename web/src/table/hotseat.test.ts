import { expect, it } from 'vitest';
import { occupantsOf } from './hotseat';

const SEATS = ['Red', 'Blue', 'Yellow'];
const BOTS = [{ id: 'level2', name: 'Bot 2' }];

it('people are named by their colours until they type a name', () => {
  const names = occupantsOf({ 1: { name: '  Grandma ', bot: '' } }, SEATS, BOTS).map(({ name }) => name);
  expect(names).toEqual(['Red', 'Grandma', 'Yellow']);
});

it('a bot gets the seat for which it was chosen, if it is available', () => {
  const chosen = { 0: { name: 'Ada', bot: 'level2' }, 2: { name: 'Bob', bot: 'level9' } };
  expect(occupantsOf(chosen, SEATS, BOTS)).toEqual([
    { kind: 'bot', name: 'Bot 2', bot: 'level2', present: true },
    { kind: 'person', name: 'Blue', present: true },
    { kind: 'person', name: 'Bob', present: true },
  ]);
  expect(occupantsOf(chosen, SEATS, []).map(({ name }) => name)).toEqual(['Ada', 'Blue', 'Bob']);
});
