import { readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { read } from './drawing';
import Lattice from './Lattice.svelte';
import Stations from './Stations.svelte';

const book = readFileSync(new URL('../RULES.en.md', import.meta.url), 'utf8');
const [, source = ''] = /```tactic board\n([^`]*)```/.exec(book) ?? [];
const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0;

// T2: the sheet counts 6 central, 16 outer and 50 transit stations, all of them round.
it('draws every station of the sheet in its shape, with its letter', () => {
  const html = render(Lattice, { props: { net: read(source).net } }).body;
  expect(count(html, /href="#tactic-central"/g)).toBe(6);
  expect(count(html, /href="#tactic-outer"/g)).toBe(16);
  expect(count(html, /href="#tactic-transit"/g)).toBe(50);
  expect(count(html, /class="letter [^>]*>[a-g]</g)).toBe(72);
  const shapes = render(Stations, { props: { prefix: 'tactic' } }).body;
  for (const kind of ['central', 'outer', 'transit'])
    expect(shapes).toMatch(new RegExp(`id="tactic-${kind}"[^>]*>(<!--.*?-->)*<circle`));
  expect(count(shapes, /<(rect|polygon|path)/g)).toBe(0);
});
