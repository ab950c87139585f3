import { describe, expect, it, vi } from 'vitest';
import type { ShelfGame } from '../generated/protocol';
import type { FullTable } from './defaults';

// The settings read the defaults of the browser.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('navigator', { language: 'en', languages: ['en'] });
const { setLanguage } = await import('../settings.svelte');
await setLanguage('en');
const { clockOf, settingOf, termsOf } = await import('./terms');

const text = (en: string, fr = en) => ({ en, fr });
const choice = (value: string, name = text(value)) => ({ value, name, people: null });
const box = {
  options: [
    { key: 'game', name: text('Game'), choices: [choice('tower', text('Tower', 'Tour')), choice('chain')] },
    { key: 'bag', name: text('Bag'), choices: [choice('small'), choice('large')] },
  ],
} as unknown as ShelfGame;

describe('the setting', () => {
  it('is the game of the box, and what is not as usual', () => {
    expect(settingOf(box, {})).toEqual(['Tower']);
    expect(settingOf(box, { game: 'chain', bag: 'small' })).toEqual(['chain']);
    expect(settingOf(box, { bag: 'large' })).toEqual(['Tower', 'large']);
    expect(settingOf({ ...box, options: [] }, {})).toEqual([]);
  });
});

describe('the clock', () => {
  it('is told in the longest unit that fits', async () => {
    const plain = (clock: Parameters<typeof clockOf>[0]) => clockOf(clock).replaceAll('\u00a0', ' ');
    expect(plain({ fischer: { start: 300, increment: 5 } })).toBe('5 min + 5 sec');
    expect(plain({ fischer: { start: 90, increment: 0 } })).toBe('90 sec + 0 sec');
    expect(plain({ per_action: { limit: 86_400 } })).toBe('1 day an action');
    expect(plain({ per_action: { limit: 36 * 3600 } })).toBe('36 hours an action');
    await setLanguage('fr');
    expect(plain({ per_action: { limit: 3 * 86_400 } })).toBe('3 jours par coup');
    await setLanguage('en');
    expect(clockOf('none')).toBe('No clock');
  });
});

it('terms include what happens on timeout, and whether the game is rated', () => {
  const table = { options: {}, clock: 'none', rated: false, on_timeout: 'forfeit' } as unknown as FullTable;
  expect(termsOf(box, table)).toEqual(['Tower', 'No clock']);
  const clock = { per_action: { limit: 60 } };
  expect(termsOf(box, { ...table, clock, rated: true })).toEqual([
    'Tower',
    '1\u00a0min an action',
    'out of time is lost',
    'rated',
  ]);
  expect(termsOf(box, { ...table, clock, on_timeout: { bot: 'level3' } })).toContain(
    'out of time, a bot plays on',
  );
});
