/// The words of the board, in both languages.
import type { GameText, Lang } from '$board/contract';
import { USUAL } from '$board/seats';
import { changes, type Meaning, meaningOf } from './changes';
import type { Pile } from './piles';
import type { View } from './types';

const fr = {
  board: 'Damier',
  bare: 'le damier est vide',
  empty: 'vide',
  forbidden: 'interdite (B14)',
  reserve: 'en réserve',
  score: (count: number): string => (count > 1 ? 'cases' : 'case'),
  pile: (colour: string, height: number) =>
    height === 1 ? `un pion ${colour}` : `pile ${FEMININE[colour] ?? colour} de ${height}`,
  place: (who: string, to: string) => `${who} pose en ${to}`,
  stack: (who: string, from: string, to: string) => `${who} empile ${from} sur ${to}`,
  move: (who: string, from: string, to: string) => `${who} va de ${from} à ${to}`,
  substitute: (who: string, from: string, to: string) => `${who} se substitue en ${to}, depuis ${from}`,
  passButton: 'Passer (B18)',
  pass: (who: string) => `${who} passe`,
  leave: (who: string) => `${who} quitte la partie`,
  substituted: (pile: string, cell: string) => `${pile} en ${cell} quitte le jeu (B7)`,
  encircled: (pile: string, cell: string) => `${pile} en ${cell} : encerclement (B9)`,
  refused: (article: string) => `refusé : ${article}`,
  cells: (count: number, who: string) => `${count} ${count > 1 ? 'cases' : 'case'} pour ${who}`,
  more: (count: number, who: string) => `${count} pour ${who}`,
  brief: {
    stack: (from: string, to: string) => `${from} sur ${to}`,
    move: (from: string, to: string) => `${from} vers ${to}`,
    substitute: (from: string, to: string) => `${from} remplace ${to}`,
    pass: 'passe',
  },
  quiet: (left: number) =>
    left === 1
      ? 'Encore une action sans pose ni pile retirée, et l’on compte (B19).'
      : `Encore ${left} actions sans pose ni pile retirée, et l’on compte (B19).`,
  quietShort: (left: number) =>
    left === 1 ? 'encore 1 action calme (B19)' : `encore ${left} actions calmes (B19)`,
};

const FEMININE: Record<string, string> = { bleu: 'bleue', vert: 'verte' };

const en: typeof fr = {
  board: 'Board',
  bare: 'the board is empty',
  empty: 'empty',
  forbidden: 'forbidden (B14)',
  reserve: 'in reserve',
  score: (count) => (count === 1 ? 'cell' : 'cells'),
  pile: (colour, height) => (height === 1 ? `a ${colour} pawn` : `a ${colour} pile of ${height}`),
  place: (who, to) => `${who} places on ${to}`,
  stack: (who, from, to) => `${who} stacks ${from} onto ${to}`,
  move: (who, from, to) => `${who} moves from ${from} to ${to}`,
  substitute: (who, from, to) => `${who} substitutes on ${to}, from ${from}`,
  passButton: 'Pass (B18)',
  pass: (who) => `${who} passes`,
  leave: (who) => `${who} leaves the game`,
  substituted: (pile, cell) => `${pile} on ${cell} leaves the game (B7)`,
  encircled: (pile, cell) => `${pile} on ${cell} is encircled (B9)`,
  refused: (article) => `refused: ${article}`,
  cells: (count, who) => `${count} ${count === 1 ? 'cell' : 'cells'} for ${who}`,
  more: (count, who) => `${count} for ${who}`,
  brief: {
    stack: (from, to) => `${from} onto ${to}`,
    move: (from, to) => `${from} to ${to}`,
    substitute: (from, to) => `${from} replaces ${to}`,
    pass: 'passes',
  },
  quiet: (left) =>
    left === 1
      ? 'One more action without a placement or a removed pile, and the game is counted (B19).'
      : `${left} more actions without a placement or a removed pile, and the game is counted (B19).`,
  quietShort: (left) => (left === 1 ? '1 quiet action left (B19)' : `${left} quiet actions left (B19)`),
};

export const words = { fr, en };

/** A pile in words. */
export function pileInWords(pile: Pile, lang: Lang): string {
  return words[lang].pile(colour(pile.seat, lang).toLowerCase(), pile.height);
}

function colour(seat: number, lang: Lang): string {
  return USUAL[seat]?.name[lang] ?? '';
}

function told({ kind, from, to }: Meaning, seat: number, lang: Lang): string {
  const [say, who] = [words[lang], colour(seat, lang)];
  if (kind === 'pass') return say.pass(who);
  return kind === 'place' ? say.place(who, to ?? '') : say[kind](who, from ?? '', to ?? '');
}

/** An action of a seat in words. */
export function actionInWords(seat: number, action: string, lang: Lang): string {
  return told(meaningOf(action), seat, lang);
}

export const text: GameText<View> = {
  facts: () => ({ begins: 'oldest', ours: ['age', 'minutes'] }),
  seats: USUAL.slice(0, 4),
  label: (_, lang) => words[lang].passButton,
  sound: (step, before, after) => {
    const left = step.action === null ? [] : changes(before, after, step.action).departures;
    return left.length > 0 ? 'take' : 'place';
  },
  score({ score }, name, lang) {
    const { cells, more } = words[lang];
    const order = score.map((count, seat) => ({ count, seat })).sort((a, b) => b.count - a.count);
    return order.map(({ count, seat }, index) => (index ? more : cells)(count, name(seat))).join(', ');
  },
  brief(action, _, lang) {
    const { kind, from, to } = meaningOf(action);
    const say = words[lang].brief;
    if (kind === 'pass') return say.pass;
    return kind === 'place' ? (to ?? action) : say[kind](from ?? '', to ?? '');
  },
  tell(step, before, after, lang) {
    const say = words[lang];
    const seat = step.seat ?? 0;
    if (step.action === null) return say.leave(colour(seat, lang));
    if (!before) return step.action;
    const { meaning, departures } = changes(before, after, step.action);
    const gone = departures.map(({ pile, why }) => say[why](pileInWords(pile, lang), pile.cell));
    return [told(meaning, seat, lang), ...gone].join(lang === 'fr' ? ' ; ' : '; ');
  },
};
