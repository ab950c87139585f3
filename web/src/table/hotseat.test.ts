import { expect, it } from 'vitest';
import { occupantsOf } from './hotseat';

it('people have no name until they type one', () => {
  const names = occupantsOf({ 1: { name: '  Grandma ', bot: '' } }, 3, ['level2']).map(({ name }) => name);
  expect(names).toEqual(['', 'Grandma', '']);
});

it('a bot gets the seat for which it was chosen, if it is available', () => {
  const chosen = { 0: { name: 'Ada', bot: 'level2' }, 2: { name: 'Bob', bot: 'level9' } };
  expect(occupantsOf(chosen, 3, ['level2'])).toEqual([
    { kind: 'bot', name: '', bot: 'level2', present: true },
    { kind: 'person', name: '', present: true },
    { kind: 'person', name: 'Bob', present: true },
  ]);
  expect(occupantsOf(chosen, 3, []).map(({ name }) => name)).toEqual(['Ada', '', 'Bob']);
});
