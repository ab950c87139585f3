import { expect, it } from 'vitest';
import { en, type Key } from './en';
import { fr } from './fr';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,svelte}', '../../../games/*/web/**/*.{ts,svelte}', '!./*.ts', '!../**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((gap) => gap[1]).sort();

it('has the same gaps in both languages', () => {
  for (const key of Object.keys(en) as Key[]) expect(gaps(fr[key]), key).toEqual(gaps(en[key]));
});

it('leaves no word empty', () => {
  for (const words of [en, fr]) expect(Object.values(words).filter((word) => !word.trim())).toEqual([]);
});

it('has no text that no page uses', () => {
  const code = Object.values(sources).join('\n');
  expect(Object.keys(en).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
});
