/// Writes a rulebook as HTML.
import { read } from './read.ts';

/** A heading, as the contents list it. */
export interface Heading {
  level: number;
  id: string;
  /** The number of an article. */
  number: string | null;
  html: string;
}

/** A rulebook, ready to be shown. */
export interface Rulebook {
  title: string;
  headings: Heading[];
  html: string;
  /** Its chapter for the wall, if it has one. */
  summary: string | null;
  /** What its drawings have in common; it stands once on a page that shows any of them. */
  shapes: string;
}

/** How the drawings of a game become HTML. */
export interface Drawings {
  draw(source: string, detail: string): string;
  shapes: string;
}

/** What the chapter for the wall is called. */
const SUMMARIES = ['en-une-page', 'on-one-page'];

/** Writes the rulebook of a game. */
export function write(markdown: string, game: string, { draw, shapes }: Drawings): Rulebook {
  const { title, pieces } = read(markdown, game);
  const headings: Heading[] = [];
  const parts: string[] = [];
  let summary: string[] | null = null;
  let open = false;
  for (const piece of pieces) {
    if (piece.kind === 'heading') {
      const { level, id, number, html } = piece;
      headings.push({ level, id, number, html });
      if (level === 2) open = SUMMARIES.includes(id);
      if (open && level === 2) summary = [];
      const link = number ? `<a class="number" href="#${id}">${number}</a> ` : '';
      const text = `<h${level} id="${id}">${link}${html}</h${level}>`;
      parts.push(text);
      if (open && level > 2) summary?.push(text);
      continue;
    }
    const html = piece.kind === 'html' ? piece.html : draw(piece.source, piece.detail);
    parts.push(html);
    if (open) summary?.push(html);
  }
  return { title, headings, html: parts.join(''), summary: summary?.join('') ?? null, shapes };
}
