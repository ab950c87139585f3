/// The words of the board, in both languages.
import type { GameText, Lang, SeatLook } from '$board/contract';
import { USUAL } from '$board/seats';
import { effectOf, meaningOf, penaltyArticle, stepOf } from './changes';
import type { Kind, Piece, View } from './types';

const fr = {
  board: 'Réseau de stations',
  central: 'station centrale',
  outer: 'station extérieure',
  transit: 'station de transit',
  free: 'libre',
  patrol: (colour: string) => `patrouilleur ${colour}`,
  arrived: (colour: string) => `patrouilleur ${colour} arrivé`,
  guard: (colour: string) => `garde ${colour}`,
  blocked: 'bloqué',
  slot: (colour: string) => `réserve ${colour}`,
  slotFull: 'un garde',
  slotEmpty: 'vide',
  box: (article: string) => `La boîte : ce que vous perdez y va (${article})`,
  forward: (who: string, from: string, to: string) => `${who} avance de ${from} à ${to}`,
  lateral: (who: string, from: string, to: string) => `${who} va de côté, de ${from} à ${to}`,
  jump: (who: string, from: string, to: string) => `${who} : le garde saute de ${from} à ${to}`,
  enter: (who: string, to: string) => `${who} : un garde entre en ${to}`,
  lose: (who: string, piece: string, from: string, article: string) =>
    `${who} perd : ${piece} en ${from} (${article})`,
  loseReserve: (who: string, article: string) => `${who} perd un garde de la réserve (${article})`,
  pass: (who: string) => `${who} passe`,
  leave: (who: string) => `${who} quitte la partie`,
  arrives: (points: number) => `arrivé (T6), ${points} ${points > 1 ? 'points' : 'point'}`,
  takeBack: 'Reprendre le premier pas',
  second: (who: string) => `encore un pas pour ${who}`,
  toPlay: (who: string) => `à ${who}`,
  toLose: (who: string, article: string) => `${who} doit perdre une pièce (${article})`,
  over: (article: string) => `la partie est finie (${article})`,
  shuttles: (turns: number) => `aller-retour : ${turns} tours sur 6 (T15)`,
  passButton: 'Passer : rien d’autre n’est possible',
  points: (count: number): string => (count > 1 ? 'points' : 'point'),
  arrivals: (count: number): string => `${count} sur 3 arrivés`,
  reserve: 'en réserve',
  step: (step: number): string => (step === 1 ? 'premier pas' : 'second pas'),
  payGuard: 'Bloqué : un garde dans la boîte',
  payPatrol: 'Bloqué : un patrouilleur dans la boîte',
  shuttle: 'aller-retour',
  quiet: (left: number) =>
    left === 1
      ? 'Encore un tour sans un pas en avant, et l’on compte les points (T17).'
      : `Encore ${left} tours sans un pas en avant, et l’on compte les points (T17).`,
  quietShort: (left: number) =>
    left === 1 ? 'encore 1 tour calme (T17)' : `encore ${left} tours calmes (T17)`,
  tried: {
    patrol: 'patrouilleur',
    guard: 'garde',
    enters: (to: string) => `garde : entre en ${to}`,
    lose: (from: string) => `perdre la pièce de ${from}`,
    loseReserve: 'perdre un garde de la réserve',
    pass: 'passer',
    label: 'Ce que l’on essaie',
    yes: 'permis',
    no: 'refusé',
  },
  pointsFor: (count: number, who: string) => `${count} ${count > 1 ? 'points' : 'point'} pour ${who}`,
  pointsMore: (count: number, who: string) => `${count} pour ${who}`,
  brief: {
    move: (from: string, to: string) => `${from} vers ${to}`,
    enter: (to: string) => `garde en ${to}`,
    lose: (from: string) => `perd ${from}`,
    loseReserve: 'perd un garde de la réserve',
    pass: 'passe',
  },
};

const en: typeof fr = {
  board: 'Net of stations',
  central: 'central station',
  outer: 'outer station',
  transit: 'transit station',
  free: 'free',
  patrol: (colour) => `${colour} patrol`,
  arrived: (colour) => `${colour} patrol, arrived`,
  guard: (colour) => `${colour} guard`,
  blocked: 'blocked',
  slot: (colour) => `${colour} reserve`,
  slotFull: 'a guard',
  slotEmpty: 'empty',
  box: (article) => `The box: what you lose goes there (${article})`,
  forward: (who, from, to) => `${who} goes forward from ${from} to ${to}`,
  lateral: (who, from, to) => `${who} goes sideways from ${from} to ${to}`,
  jump: (who, from, to) => `${who}: the guard jumps from ${from} to ${to}`,
  enter: (who, to) => `${who}: a guard enters on ${to}`,
  lose: (who, piece, from, article) => `${who} loses the ${piece} on ${from} (${article})`,
  loseReserve: (who, article) => `${who} loses a guard of the reserve (${article})`,
  pass: (who) => `${who} passes`,
  leave: (who) => `${who} leaves the game`,
  arrives: (points) => `arrived (T6), ${points} ${points === 1 ? 'point' : 'points'}`,
  takeBack: 'Take the first step back',
  second: (who) => `one more step for ${who}`,
  toPlay: (who) => `${who} to play`,
  toLose: (who, article) => `${who} must lose a piece (${article})`,
  over: (article) => `the game is over (${article})`,
  shuttles: (turns) => `aller-retour: ${turns} turns of 6 (T15)`,
  passButton: 'Pass: nothing else can be done',
  points: (count) => (count === 1 ? 'point' : 'points'),
  arrivals: (count) => `${count} of 3 arrived`,
  reserve: 'in reserve',
  step: (step) => (step === 1 ? 'first step' : 'second step'),
  payGuard: 'Blocked: put a guard in the box',
  payPatrol: 'Blocked: put a patrol in the box',
  shuttle: 'aller-retour',
  quiet: (left) =>
    left === 1
      ? 'One more turn without a forward step, and points are counted (T17).'
      : `${left} more turns without a forward step, and points are counted (T17).`,
  quietShort: (left) => (left === 1 ? '1 quiet turn left (T17)' : `${left} quiet turns left (T17)`),
  tried: {
    patrol: 'patrol',
    guard: 'guard',
    enters: (to) => `guard: enters on ${to}`,
    lose: (from) => `lose the piece on ${from}`,
    loseReserve: 'lose a guard of the reserve',
    pass: 'pass',
    label: 'What is tried',
    yes: 'allowed',
    no: 'refused',
  },
  pointsFor: (count, who) => `${count} ${count === 1 ? 'point' : 'points'} for ${who}`,
  pointsMore: (count, who) => `${count} for ${who}`,
  brief: {
    move: (from, to) => `${from} to ${to}`,
    enter: (to) => `guard to ${to}`,
    lose: (from) => `loses ${from}`,
    loseReserve: 'loses a guard of the reserve',
    pass: 'passes',
  },
};

export const words = { fr, en };

/** A light and a dark colour, neither that of a station, so that colour-blind players can tell them apart. */
export const SEATS: SeatLook[] = [USUAL[2], USUAL[0]].filter((look) => look !== undefined);

/** How a seat is called. */
export function colour(seat: number, lang: Lang): string {
  return SEATS[seat]?.name[lang] ?? '';
}

/** A piece in words. */
export function pieceInWords(piece: Piece, lang: Lang): string {
  return words[lang][piece.role](colour(piece.seat, lang).toLowerCase());
}

/** A station and what is on it, in words. */
export function stationInWords(
  name: string,
  kind: Kind,
  piece: Piece | undefined,
  blocked: boolean,
  lang: Lang,
): string {
  const say = words[lang];
  const what = piece ? pieceInWords(piece, lang) : say.free;
  return [name, say[kind], what, ...(blocked ? [say.blocked] : [])].join(', ');
}

/** The actions of a turn that the rulebook tries, in words: steps of one piece follow each other. */
export function turnInWords(actions: string[], pieces: Piece[], lang: Lang): string {
  const say = words[lang].tried;
  const parts: string[] = [];
  let at = '';
  for (const action of actions) {
    const meaning = meaningOf(action);
    if (meaning?.kind === 'move' && meaning.from === at) parts[parts.length - 1] += ` → ${meaning.to}`;
    else if (meaning?.kind === 'move') {
      const guard = pieces.some(({ station, role }) => station === meaning.from && role === 'guard');
      parts.push(`${guard ? say.guard : say.patrol} ${meaning.from} → ${meaning.to}`);
    } else if (meaning?.kind === 'enter') parts.push(say.enters(meaning.to));
    else if (meaning?.kind === 'lose') parts.push(say.lose(meaning.from));
    else parts.push(meaning?.kind === 'loseReserve' ? say.loseReserve : say.pass);
    at = meaning?.kind === 'move' ? meaning.to : '';
  }
  return parts.join(', ');
}

/** What comes next, in words. */
function next(after: View, seat: number, lang: Lang): string[] {
  const say = words[lang];
  if (after.end) return [say.over(after.end)];
  if (after.next === null) return [];
  const who = colour(after.next, lang);
  if (after.penalty) return [say.toLose(who, penaltyArticle(after))];
  return after.next === seat && stepOf(after) === 2 ? [say.second(who)] : [say.toPlay(who)];
}

export const text: GameText<View> = {
  facts: () => ({ begins: 'lot', ours: ['age', 'minutes'] }),
  seats: SEATS,
  label: (_, lang) => words[lang].passButton,
  rotation: (seat) => 2 * seat,
  sound: (step) => (step.action?.startsWith('lose') ? 'take' : 'place'),
  score({ points }, name, lang) {
    const { pointsFor, pointsMore } = words[lang];
    const order = points.map((count, seat) => ({ count, seat })).sort((a, b) => b.count - a.count);
    return order
      .map(({ count, seat }, index) => (index ? pointsMore : pointsFor)(count, name(seat)))
      .join(', ');
  },
  brief(action, _, lang) {
    const say = words[lang].brief;
    const meaning = meaningOf(action);
    if (!meaning) return action;
    if (meaning.kind === 'move') return say.move(meaning.from, meaning.to);
    if (meaning.kind === 'enter') return say.enter(meaning.to);
    return meaning.kind === 'lose' ? say.lose(meaning.from) : say[meaning.kind];
  },
  tell(step, before, after, lang) {
    const say = words[lang];
    const seat = step.seat ?? 0;
    const who = colour(seat, lang);
    if (step.action === null) return say.leave(who);
    const effect = before && effectOf(before, after, step.action);
    if (!before || !effect) return step.action;
    const parts: string[] = [];
    const article = penaltyArticle(before);
    if (effect.kind === 'lose')
      parts.push(say.lose(who, pieceInWords(effect.piece, lang), effect.piece.station, article));
    else if (effect.kind === 'loseReserve') parts.push(say.loseReserve(who, article));
    else if (effect.kind === 'pass') parts.push(say.pass(who));
    else if (effect.kind === 'enter') parts.push(say.enter(who, effect.to));
    else {
      parts.push(say[effect.kind](who, effect.from, effect.to));
      if (effect.arrives) parts.push(say.arrives(after.points[seat] ?? 0));
    }
    if (after.next !== seat) {
      const shuttle = after.shuttles.filter((shuttle) => shuttle.seat === seat && shuttle.turns > 1);
      parts.push(...shuttle.map((shuttle) => say.shuttles(shuttle.turns)));
    }
    return [...parts, ...next(after, seat, lang)].join(lang === 'fr' ? ' ; ' : '; ');
  },
};
