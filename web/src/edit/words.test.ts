import { expect, it } from 'vitest';
import { texts } from './texts';

const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!./texts.ts', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((gap) => gap[1]).sort();

it('has the same gaps in both languages, and no text that no page uses', () => {
  const code = Object.values(sources).join('\n');
  for (const [key, { fr, en }] of Object.entries(texts)) {
    expect(gaps(fr), key).toEqual(gaps(en));
    expect(code.includes(`'${key}'`), key).toBe(true);
  }
});
