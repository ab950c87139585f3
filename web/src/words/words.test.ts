import { expect, it } from 'vitest';
import { en, type Key } from './en';
import { fr } from './fr';

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((gap) => gap[1]).sort();

it('has the same gaps in both languages', () => {
  for (const key of Object.keys(en) as Key[]) expect(gaps(fr[key]), key).toEqual(gaps(en[key]));
});

it('leaves no word empty', () => {
  for (const words of [en, fr]) expect(Object.values(words).filter((word) => !word.trim())).toEqual([]);
});
