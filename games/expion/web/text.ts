/// The words of the board, in both languages.
import type { GameText, Lang } from '$board/contract';
import { campOf, seatLooks, turnsFor } from './camps';
import { type Aim, type Changes, changes, type Departure, type Marble, meaningOf } from './changes';
import type { Drawing, Drawn } from './diagrams';
import { beyond } from './geometry';
import type { View } from './types';

const fr = {
  board: 'Plateau',
  ball: 'l’EX*PION',
  free: 'libre',
  special: 'case spéciale, sans EX*PION (X2)',
  camp: (of: string) => `camp ${of}`,
  marble: (of: string) => `bille ${of}`,
  atHome: 'dans son camp',
  left: (count: number): string => (count === 1 ? 'bille' : 'billes'),
  lost: (count: number) => (count === 0 ? 'aucune perdue' : count === 1 ? '1 perdue' : `${count} perdues`),
  noBackward: 'Avant la première prise, on ne recule que pour prendre (X11).',
  backward: 'Depuis la première prise, on peut reculer (X11).',
  quiet: (left: number) =>
    left === 1
      ? 'Encore un tour sans prise ni sortie, et la partie est nulle (X19).'
      : `Encore ${left} tours sans prise ni sortie, et la partie est nulle (X19).`,
  quietShort: (left: number) =>
    left === 1 ? 'encore 1 tour calme (X19)' : `encore ${left} tours calmes (X19)`,
  question: 'Le caméléon ?',
  article: 'X16',
  explain: 'L’EX*PION peut compter comme une de vos billes.',
  call: 'L’annoncer',
  silent: 'Se taire',
  takes: (cells: string) => `prend ${cells}`,
  takesNothing: 'ne prend rien',
  pushes: (to: string) => `pousse l’EX*PION en ${to}`,
  mayTake: (cells: string) => `par le caméléon, prend ${cells}`,
  back: 'Reprendre la bille',
  move: (who: string, from: string, to: string) => `${who} : la bille de ${from} va en ${to}`,
  leaveCamp: (who: string, from: string, to: string) => `${who} : la bille de ${from} sort du camp, en ${to}`,
  push: (who: string, from: string, ball: string, to: string) =>
    `${who} : la bille de ${from} pousse l’EX*PION de ${ball} en ${to}`,
  called: 'caméléon annoncé',
  taken: (marble: string, cell: string, one: string, two: string, article: string) =>
    `${marble} en ${cell}, prise entre ${one} et ${two} (${article})`,
  takenOnly: (marble: string, cell: string) => `${marble} en ${cell} est prise (X14)`,
  first: 'première prise : on peut désormais reculer (X11)',
  goal: (camp: string) => `l’EX*PION est dans le ${camp} : gagné (X17)`,
  bare: 'l’autre équipe n’a plus de bille (X18)',
  passButton: 'Passer (X13)',
  later: ', après la première prise',
  refused: (article: string) => `refusé : ${article}`,
  pass: (who: string) => `${who} passe`,
  leave: (who: string) => `${who} quitte la partie`,
  standing: (marbles: string[]) => `billes restantes : ${marbles.join(', ')}`,
  count: (who: string, count: number) => `${who} ${count}`,
  brief: {
    move: (from: string, to: string) => `${from} vers ${to}`,
    push: (from: string, to: string) => `${from} pousse ${to}`,
    called: 'caméléon',
    pass: 'passe',
  },
};

const en: typeof fr = {
  board: 'Board',
  ball: 'the ball',
  free: 'free',
  special: 'special, no ball (X2)',
  camp: (of) => `camp ${of}`,
  marble: (of) => `marble ${of}`,
  atHome: 'in its camp',
  left: (count) => (count === 1 ? 'marble' : 'marbles'),
  lost: (count) => (count === 0 ? 'none lost' : `${count} lost`),
  noBackward: 'Before the first capture, marbles go backward only to capture (X11).',
  backward: 'Since the first capture, marbles may go backward (X11).',
  quiet: (left) =>
    left === 1
      ? 'One more turn without a capture or a marble out, and the game is drawn (X19).'
      : `${left} more turns without a capture or a marble out, and the game is drawn (X19).`,
  quietShort: (left) => (left === 1 ? '1 quiet turn left (X19)' : `${left} quiet turns left (X19)`),
  question: 'The chameleon?',
  article: 'X16',
  explain: 'The ball may count as one of your marbles.',
  call: 'Call it',
  silent: 'Stay silent',
  takes: (cells) => `captures ${cells}`,
  takesNothing: 'captures nothing',
  pushes: (to) => `pushes the ball to ${to}`,
  mayTake: (cells) => `by the chameleon, captures ${cells}`,
  back: 'Take the marble back',
  move: (who, from, to) => `${who}: the marble on ${from} goes to ${to}`,
  leaveCamp: (who, from, to) => `${who}: the marble on ${from} leaves its camp, to ${to}`,
  push: (who, from, ball, to) => `${who}: the marble on ${from} pushes the ball from ${ball} to ${to}`,
  called: 'chameleon called',
  taken: (marble, cell, one, two, article) =>
    `${marble} on ${cell}, captured between ${one} and ${two} (${article})`,
  takenOnly: (marble, cell) => `${marble} on ${cell} is captured (X14)`,
  first: 'first capture: from now on marbles may go backward (X11)',
  goal: (camp) => `the ball is in the ${camp}: won (X17)`,
  bare: 'the other side has no marble left (X18)',
  passButton: 'Pass (X13)',
  later: ', after the first capture',
  refused: (article) => `refused: ${article}`,
  pass: (who) => `${who} passes`,
  leave: (who) => `${who} leaves the game`,
  standing: (marbles) => `marbles left: ${marbles.join(', ')}`,
  count: (who, count) => `${who} ${count}`,
  brief: {
    move: (from, to) => `${from} to ${to}`,
    push: (from, to) => `${from} pushes ${to}`,
    called: 'chameleon',
    pass: 'passes',
  },
};

export const words = { fr, en };

/** What kind of cell that is: `.`, `*` or the letter of its camp. */
export function kindOf(view: View, cell: string): string {
  return view.board[view.board.length - Number(cell[1])]?.[cell.charCodeAt(0) - 97] ?? '#';
}

/** A marble in words. */
export function marbleInWords(marble: Marble, lang: Lang): string {
  return words[lang].marble(campOf(marble.letter).of[lang]);
}

/** A cell and what is on it, for screen readers. */
export function cellInWords(view: View, cell: string, marble: Marble | undefined, lang: Lang): string {
  const say = words[lang];
  const kind = kindOf(view, cell);
  const isCamp = kind in { n: 0, e: 0, s: 0, w: 0 };
  const camp = say.camp(campOf(kind).of[lang]);
  if (marble) {
    const home = isCamp ? [say.atHome] : [];
    return [cell, marbleInWords(marble, lang), ...home].join(', ');
  }
  const contents = view.ball === cell ? say.ball : say.free;
  const note = isCamp ? [camp] : kind === '*' ? [say.special] : [];
  return [cell, contents, ...note].join(', ');
}

/** A part of a board in words. */
export function boardInWords({ marbles, ball }: Drawn, lang: Lang): string {
  const what = marbles.map((marble) => `${marble.cell}: ${marbleInWords(marble, lang)}`);
  return [...what, ...(ball ? [`${ball}: ${words[lang].ball}`] : [])].join(' ; ') || words[lang].free;
}

/** The action of a drawing in words. */
export function attemptInWords({ boards, action, later }: Drawing, lang: Lang): string {
  const say = words[lang];
  const { kind, from, to, called } = meaningOf(action ?? '');
  const mover = boards[0]?.marbles.find(({ cell }) => cell === from);
  if (!from || !to || !mover) return '';
  const name = campOf(mover.letter).name[lang];
  const what = kind === 'push' ? say.push(name, from, to, beyond(from, to)) : say.move(name, from, to);
  return `${what}${called ? `, ${say.called}` : ''}${later ? say.later : ''}.`;
}

/** What going somewhere would do, beyond going there. */
export function aimInWords({ ball, taken, more }: Aim, lang: Lang): string[] {
  const say = words[lang];
  const list = (cells: string[]) => new Intl.ListFormat(lang).format(cells);
  const parts = ball ? [say.pushes(ball)] : [];
  if (taken.length > 0) parts.push(say.takes(list(taken)));
  if (more.length > 0) parts.push(say.mayTake(list(more)));
  return parts;
}

function departure({ marble, jaws, chameleon }: Departure, ball: string, lang: Lang): string {
  const say = words[lang];
  const [one, two] = jaws.map((cell) => (chameleon && cell === ball ? say.ball : cell));
  const what = marbleInWords(marble, lang);
  if (!one || !two) return say.takenOnly(what, marble.cell);
  return say.taken(what, marble.cell, one, two, chameleon ? 'X16' : 'X14');
}

function actionInWords(
  { meaning, mover, pushed }: Changes,
  before: View,
  after: View,
  who: string,
  lang: Lang,
): string {
  const say = words[lang];
  const { from, to } = meaning;
  if (!from || !to || !mover) return say.pass(who);
  const name = campOf(mover.letter).name[lang];
  if (pushed) return say.push(name, from, pushed, after.ball);
  return kindOf(before, from) === mover.letter ? say.leaveCamp(name, from, to) : say.move(name, from, to);
}

/** How many seats a position has. */
function seatsOf(view: View): number {
  return new Set(view.colours.map((colour) => colour.seat)).size;
}

export const text: GameText<View> = {
  facts: () => ({ begins: 'lot', ours: ['begins', 'age', 'minutes'] }),
  seats: seatLooks,
  rotation: turnsFor,
  label: (_, lang) => words[lang].passButton,
  sound: (step, before, after) => {
    const left = step.action === null ? [] : changes(before, after, step.action).departures;
    return left.length > 0 ? 'take' : 'place';
  },
  score({ colours }, _, lang) {
    const { standing, count } = words[lang];
    return standing(colours.map(({ letter, marbles }) => count(campOf(letter).name[lang], marbles.length)));
  },
  brief(action, _, lang) {
    const say = words[lang].brief;
    const { kind, from, to, called } = meaningOf(action);
    if (kind === 'pass' || !from || !to) return say.pass;
    return `${say[kind](from, to)}${called ? `, ${say.called}` : ''}`;
  },
  tell(step, before, after, lang) {
    const say = words[lang];
    const who = seatLooks(seatsOf(after))[step.seat ?? 0]?.name[lang] ?? '';
    if (step.action === null) return say.leave(who);
    if (!before) return step.action;
    const done = changes(before, after, step.action);
    const parts = [actionInWords(done, before, after, who, lang)];
    if (done.meaning.called) parts.push(say.called);
    parts.push(...done.departures.map((gone) => departure(gone, after.ball, lang)));
    if (after.first_capture && !before.first_capture) parts.push(say.first);
    if (after.end === 'X17') parts.push(say.goal(say.camp(campOf(kindOf(after, after.ball)).of[lang])));
    if (after.end === 'X18') parts.push(say.bare);
    return parts.join(lang === 'fr' ? ' ; ' : '; ');
  },
};
