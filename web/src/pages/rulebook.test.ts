import { expect, it } from 'vitest';
import { read } from './rulebook';

const BOOK = `# Heaps

A game. See H2 & R9.

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
