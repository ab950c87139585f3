/// Addresses, and the page that each of them shows.

export type Page =
  | { page: 'shelf' }
  | { page: 'box'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'summary'; game: string }
  | { page: 'learn'; game: string; open: Open | null }
  | { page: 'edit'; game: string }
  | { page: 'own'; game: string }
  | { page: 'table'; id: string }
  | { page: 'games' }
  | { page: 'leaders' }
  | { page: 'person' }
  | { page: 'account' }
  | { page: 'desk' }
  | { page: 'reset' }
  | { page: 'confirm' }
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
  if (first === 'rules' && second && third === 'summary') return { page: 'summary', game: second };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (first === 'edit' && second) return { page: 'edit', game: second };
  if (first === 'learn' && second && third === 'own') return { page: 'own', game: second };
  if (first === 'learn' && second) return { page: 'learn', game: second, open: exercise(third, fourth) };
  if (first === 'table' && second) return { page: 'table', id: second };
  if (!second && (first === 'games' || first === 'leaders' || first === 'person')) return { page: first };
  if (!second && (first === 'account' || first === 'desk' || first === 'reset' || first === 'confirm'))
    return { page: first };
  return { page: 'notFound' };
}

/** `3` is a step, `puzzle/3` a puzzle. */
function exercise(third?: string, fourth?: string): Open | null {
  if (third === 'puzzle') return { part: 'puzzles', number: Number(fourth) };
  return third ? { part: 'steps', number: Number(third) } : null;
}

let current = $state.raw(here());

/** The page that is shown. */
export function route(): typeof current {
  return current;
}

function here() {
  return { page: pageAt(location.pathname), hash: location.hash, address: location.href };
}

function show(): void {
  current = here();
  opened = rulebookOver();
}

/** A rulebook that lies open over the page. */
export interface OpenRulebook {
  game: string;
  hash: string;
}

let opened = $state.raw(rulebookOver());

/** The rulebook that lies open over the page. It belongs to the entry of the history: going back closes it. */
export function openRulebook(): OpenRulebook | null {
  return opened;
}

function rulebookOver(): OpenRulebook | null {
  return (history.state as { rulebook?: OpenRulebook } | null)?.rulebook ?? null;
}

/** Opens a rulebook over the page, or turns its pages. */
function openDrawer(rulebook: OpenRulebook): void {
  const state = { rulebook };
  if (opened) history.replaceState(state, '', location.href);
  else history.pushState(state, '', location.href);
  opened = rulebook;
}

/** Closes the rulebook over the page. */
export function closeDrawer(): void {
  if (opened) history.back();
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
    const to = pageAt(link.pathname);
    const here = current.page.page;
    // Nobody leaves a table, or what they are learning or setting up, to look something up.
    if (to.page === 'rules' && ['table', 'learn', 'own', 'edit'].includes(here))
      openDrawer({ game: to.game, hash: link.hash });
    else navigate(link.href);
  });
  addEventListener('hashchange', show);
}
