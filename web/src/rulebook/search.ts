/// Finds words in the text that is shown.

/** A passage in which the words stand. */
export interface Passage {
  /** The heading above it. */
  id: string;
  /** The words, and a little of what stands around them. */
  before: string;
  words: string;
  after: string;
  /** Where it is on the page. */
  range: Range;
}

/** How much of the text around is shown, in letters. */
const AROUND = 40;

/** A text as it is compared: without accents and capitals, letter by letter. */
export function fold(text: string): string {
  return Array.from(text, (letter) => {
    const plain = letter.normalize('NFD').charAt(0).toLowerCase();
    return /[’‘]/.test(plain) ? "'" : /\s/.test(plain) ? ' ' : plain.padEnd(letter.length);
  }).join('');
}

/** The places of `words` in `text`, both folded. */
export function placesOf(text: string, words: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) places.push(at);
  return places;
}

/** The passages of an article in which `query` stands, from its top. */
export function find(article: HTMLElement, query: string): Passage[] {
  const words = fold(query.trim());
  if (words.length < 2) return [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches('svg, .unseen')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const found: Passage[] = [];
  let id = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (/^H[23]$/.test(node.tagName)) id = node.id;
      continue;
    }
    const text = node.textContent ?? '';
    for (const at of placesOf(fold(text), words)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      found.push({
        id,
        before: text.slice(Math.max(0, at - AROUND), at),
        words: text.slice(at, at + words.length),
        after: text.slice(at + words.length, at + words.length + AROUND),
        range,
      });
    }
  }
  return found;
}
