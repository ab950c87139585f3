import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { read } from './read';
import { write } from './write';

const games = new URL('../../../games/', import.meta.url);
/** The rulebook of a game in a language. */
const rulebook = (game: string, lang: string) =>
  readFileSync(new URL(`${game}/RULES.${lang}.md`, games), 'utf8');
/** The game whose name has a star in it. */
const starred = readdirSync(games).find((game) => rulebook(game, 'en').includes('EX*PION')) ?? '';

const BOOK = `# Heaps

A game. See H2 & R9.

## On one page

Take one to three.

## Turns

### H1 · Taking

One to *three*.

\`\`\`heaps wide
...
\`\`\`

### H2 · The end

The last one loses.
`;

it('gives articles their anchors, and cites them', () => {
  const { title, pieces } = read(BOOK, 'heaps');
  expect(title).toBe('Heaps');
  const headings = pieces.filter((piece) => piece.kind === 'heading');
  expect(headings.map((heading) => [heading.level, heading.id, heading.html])).toEqual([
    [2, 'on-one-page', 'On one page'],
    [2, 'turns', 'Turns'],
    [3, 'H1', 'Taking'],
    [3, 'H2', 'The end'],
  ]);
  expect(pieces[0]).toEqual({ kind: 'html', html: '<p>A game. See <a href="#H2">H2</a> &amp; R9.</p>\n' });
});

it('hands drawings to the game', () => {
  const { pieces } = read(BOOK, 'heaps');
  expect(pieces.filter((piece) => piece.kind === 'diagram')).toEqual([
    { kind: 'diagram', source: '...', detail: 'wide' },
  ]);
});

it('writes everything once, and the chapter for the wall by itself', () => {
  const book = write(BOOK, 'heaps', { draw: (source, detail) => `<i>${detail} ${source}</i>`, shapes: '' });
  expect(book.html).toContain('<h3 id="H1"><a class="number" href="#H1">H1</a> Taking</h3>');
  expect(book.html).toContain('<i>wide ...</i>');
  expect(book.summary).toBe('<p>Take one to three.</p>\n');
});

describe('a star inside of a word', () => {
  const html = (text: string) => write(text, 'heaps', { draw: String, shapes: '' }).html;

  it('is no emphasis, and ends none', () => {
    expect(html('The A*B and the C*D.')).toBe('<p>The A*B and the C*D.</p>\n');
    expect(html('*The A*B and* the **C*D**')).toBe('<p><em>The A*B and</em> the <strong>C*D</strong></p>\n');
    expect(html('### The A*B and the C*D')).toContain('The A*B and the C*D');
  });

  it.each(['fr', 'en'])('leaves the names in the rulebooks as they are (%s)', (lang) => {
    const source = rulebook(starred, lang);
    const { pieces } = read(source, starred);
    const shown = pieces.map((piece) => ('html' in piece ? piece.html : piece.source)).join('\n');
    const count = (text: string) => text.split('EX*PION').length - 1;
    // The title is the one that is no piece.
    expect(count(shown)).toBe(count(source) - 1);
    expect(count(shown)).toBeGreaterThan(2);
  });
});
