/// Reads rulebooks: Markdown with numbered articles and drawings.
import { Marked, type Token, type Tokens } from 'marked';

/** A piece of a rulebook, ready to be shown. */
export type Piece =
  | { kind: 'html'; html: string }
  | { kind: 'diagram'; source: string; detail: string }
  | { kind: 'heading'; level: number; id: string; number: string | null; html: string };

/** The title and the pieces of a rulebook. */
export interface Pieces {
  title: string;
  pieces: Piece[];
}

const ARTICLE = /^([A-Z]\d+)\s*[·—]\s*(.*)$/;
/** A star inside of a word, as in EX*PION, which is no emphasis. */
const STAR_IN_WORD = /(?<=\p{L})\*(?=\p{L})/gu;

/** Reads the rulebook of a game. */
export function read(markdown: string, game: string): Pieces {
  const marked = new Marked({ hooks: { emStrongMask: (source) => source.replace(STAR_IN_WORD, '+') } });
  let numbers = new Set<string>();
  marked.use({
    tokenizer: {
      emStrong(source, _, before = '') {
        return source[0] === '*' && /\p{L}/u.test(before) && /^\*\p{L}/u.test(source) ? undefined : false;
      },
    },
    renderer: {
      tablecell(token) {
        const tag = token.header && token.text ? 'th' : 'td';
        return `<${tag}>${this.parser.parseInline(token.tokens)}</${tag}>\n`;
      },
      // Citations of articles become links.
      text(token) {
        if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
        const html = token.text.replace(/&(?!#?\w+;)/g, '&amp;').replace(/</g, '&lt;');
        return html.replace(/\b[A-Z]\d+\b/g, (word) =>
          numbers.has(word) ? `<a href="#${word}">${word}</a>` : word,
        );
      },
    },
  });
  const tokens = marked.lexer(markdown);
  numbers = new Set(
    tokens.flatMap((token) => (isHeading(token) ? [ARTICLE.exec(token.text)?.[1] ?? ''] : [])),
  );
  const html = (token: Token) => marked.parser(Object.assign([token], { links: tokens.links }));
  const pieces: Piece[] = [];
  let title = '';
  for (const token of tokens) {
    if (isHeading(token)) {
      if (token.depth === 1) {
        title = token.text;
        continue;
      }
      const [, number = null, rest = token.text] = ARTICLE.exec(token.text) ?? [];
      const id = number ?? slug(token.text);
      pieces.push({
        kind: 'heading',
        level: token.depth,
        id,
        number,
        html: marked.parseInline(rest, { async: false }),
      });
    } else if (token.type === 'code' && (token.lang ?? '').split(' ')[0] === game) {
      pieces.push({
        kind: 'diagram',
        source: token.text,
        detail: (token.lang ?? '').split(' ').slice(1).join(' '),
      });
    } else if (token.type !== 'space')
      pieces.push({ kind: 'html', html: html(token).replace('<pre>', '<pre tabindex="0">') });
  }
  return { title, pieces };
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function slug(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
