/// Addresses, and the page that each of them shows.

export type Page =
  | { page: 'shelf' }
  | { page: 'box'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'learn'; game: string; open: Open | null }
  | { page: 'table'; id: string }
  | { page: 'games' }
  | { page: 'leaders' }
  | { page: 'person' }
  | { page: 'notFound' };

/** The step of a lesson, or the puzzle, that is open. */
export interface Open {
  part: 'steps' | 'puzzles';
  /** Counted from 1. */
  number: number;
}

/** The page at an address. */
export function pageAt(path: string): Page {
  const [first = '', second, third, fourth] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (!first) return { page: 'shelf' };
  if (first === 'box' && second) return { page: 'box', game: second };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (first === 'learn' && second) return { page: 'learn', game: second, open: opened(third, fourth) };
  if (first === 'table' && second) return { page: 'table', id: second };
  if (!second && (first === 'games' || first === 'leaders' || first === 'person')) return { page: first };
  return { page: 'notFound' };
}

/** `3` is a step, `puzzle/3` a puzzle. */
function opened(third?: string, fourth?: string): Open | null {
  if (third === 'puzzle') return { part: 'puzzles', number: Number(fourth) };
  return third ? { part: 'steps', number: Number(third) } : null;
}

let current = $state.raw(here(null));

/** The page that is shown, and the address of the previous page. */
export function route(): typeof current {
  return current;
}

function here(from: string | null) {
  return { page: pageAt(location.pathname), hash: location.hash, address: location.href, from };
}

function show(): void {
  const stayed = new URL(current.address).pathname === location.pathname;
  current = here(stayed ? current.from : current.address);
}

/** Shows the page at an address of this site. */
export function navigate(address: string): void {
  const moved = pageAt(new URL(address, location.href).pathname);
  history.pushState(null, '', address);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // The cover on the shelf grows into the one on the page of the box, where the browser supports it.
  // Only there: the browser drops presses during a transition.
  const opens = moved.page === 'box' || moved.page === 'shelf';
  if (document.startViewTransition && !still && opens) document.startViewTransition(show);
  else show();
  if (!location.hash) scrollTo(0, 0);
}

/** Makes links of this site change the page without a reload. Called once. */
export function followLinks(): void {
  addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
    const plain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented;
    if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin)
      return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    navigate(link.href);
  });
  addEventListener('hashchange', show);
}
