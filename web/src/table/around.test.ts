import { expect, it } from 'vitest';
import { seated } from './around';

const SEATS = ['Red', 'Blue', 'Yellow'];
const BOTS = [{ id: 'level2', name: 'Bot 2' }];

it('people have the names of their colours until they say others', () => {
  const names = seated({ 1: { name: '  Grandma ', bot: '' } }, SEATS, BOTS).map(({ name }) => name);
  expect(names).toEqual(['Red', 'Grandma', 'Yellow']);
});

it('a bot sits where one was asked for, if it may', () => {
  const around = { 0: { name: 'Ada', bot: 'level2' }, 2: { name: 'Bob', bot: 'level9' } };
  expect(seated(around, SEATS, BOTS)).toEqual([
    { kind: 'bot', name: 'Bot 2', bot: 'level2', present: true },
    { kind: 'person', name: 'Blue', present: true },
    { kind: 'person', name: 'Bob', present: true },
  ]);
  expect(seated(around, SEATS, []).map(({ name }) => name)).toEqual(['Ada', 'Blue', 'Bob']);
});
