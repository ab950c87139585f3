/// Actions and towers in words and sounds.
import type { GameText, Lang } from '$board/contract';
import { lookOf } from '$board/seats';
import { briefReport, companionWords, reportInWords } from './companion';
import { models } from './models.svelte';
import { lying } from './orientation';
import { ofRow } from './pose';
import { multiply, rotated, rotationAbout } from './quaternion';
import type { AuctionKind, PlotView, PoseRow, View } from './types';
import { words } from './words';

/** A block by its name, or by its number before the names are known. */
export function blockName(block: number, lang: Lang): string {
  return models()[block]?.name[lang] ?? String(block);
}

/** Centimetres with one decimal. */
export function centimetres(micrometres: number, lang: Lang): string {
  return (micrometres / 10_000).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** What Nature's answer says; see `src/tower.rs`. */
export function rest(action: string): {
  height: number;
  fallen: number[];
  bumped: boolean;
  grounded: number[];
} {
  const [height, , , , fallen = '', bumped, grounded = ''] = action.slice('rest '.length).split('/');
  const numbers = (blocks: string) => (blocks ? blocks.split('.').map(Number) : []);
  return {
    height: Number(height),
    fallen: numbers(fallen),
    bumped: bumped === 'bumped',
    grounded: numbers(grounded),
  };
}

/** How far the weight of a tower is from the middle of its base, in words. */
function lean({ tower }: PlotView, lang: Lang): string {
  const say = words[lang];
  const [base] = tower;
  let [mass, x, z] = [0, 0, 0];
  for (const { block, at } of tower) {
    const weight = models()[block]?.mass ?? 0;
    mass += weight;
    x += weight * at[0];
    z += weight * at[2];
  }
  if (!base || mass === 0) return say.upright;
  const [dx, dz] = [x / mass - base.at[0], z / mass - base.at[2]];
  const far = Math.round(Math.hypot(dx, dz) / 1000);
  if (far === 0) return say.upright;
  const { left, right, front, back } = say.sides;
  const where = Math.abs(dx) > Math.abs(dz) ? (dx > 0 ? right : left) : dz > 0 ? front : back;
  return say.leans(far, where);
}

/** A tower in words, for screen readers. */
export function towerInWords(plot: PlotView, out: boolean, lang: Lang): string {
  const say = words[lang];
  if (plot.tower.length === 0) return out ? say.tumbled : say.empty;
  const names = plot.tower.map(({ block }) => blockName(block, lang)).join(', ');
  const digits = plot.margin < 100 ? 2 : 1;
  const margin = (Math.min(plot.margin, 99_000) / 1000).toLocaleString(lang, {
    maximumFractionDigits: digits,
  });
  const told = say.told(plot.tower.length, centimetres(plot.height, lang));
  return [told, say.margin(margin), lean(plot, lang), say.fromBase(names)].join(say.and);
}

/**
 * The place and the turn of a block in the hand, for screen readers: its height above what is below, how far it is from the
 * middle of the plot along the axes of the arrow keys, and how it lies.
 */
export function handInWords(
  block: number,
  held: PoseRow,
  landing: PoseRow | null,
  facing: number,
  lang: Lang,
): string {
  const say = words[lang];
  const { left, right, front, back } = say.sides;
  const { at, turn } = ofRow(held);
  const seen = rotationAbout([0, 1, 0], -facing);
  const [x, , z] = rotated(seen, at);
  const gap = held[1] - (landing?.[1] ?? held[1]);
  const told = [blockName(block, lang), gap > 500 ? say.above(centimetres(gap, lang)) : say.touches];
  for (const [far, ahead, behind] of [[x, right, left] as const, [z, front, back] as const])
    if (Math.abs(far) >= 0.05)
      told.push(say.aside(centimetres(Math.abs(far) * 10_000, lang), far > 0 ? ahead : behind));
  const model = models()[block];
  if (model) {
    const { how, leans, heading } = lying(multiply(seen, turn), model);
    told.push(leans > 0 ? say.leaning(leans) : say.lies[how]);
    // Whole turns and half a degree say nothing.
    if (how !== 'round' && heading % 360 !== 0) told.push(say.turned(heading));
  }
  return told.join(say.and);
}

/** Who gained or paid beans. */
function beans(before: View, after: View, who: (seat: number) => string, lang: Lang): string[] {
  return after.beans.flatMap((now, seat) => {
    const more = now - (before.beans[seat] ?? 0);
    if (more > 0) return [words[lang].gains(who(seat), more)];
    return more < 0 ? [words[lang].pays(who(seat), -more)] : [];
  });
}

function actionInWords(
  action: string,
  who: string,
  other: (seat: number) => string,
  isReal: boolean,
  lang: Lang,
): string {
  const say = words[lang];
  const said = reportInWords(action, who, lang);
  if (said) return said;
  const [word, one = '', two = ''] = action.split(' ');
  const block = () => (isReal ? companionWords[lang].some.toLowerCase() : blockName(Number(one), lang));
  if (word === 'place') return say.places(who, block());
  if (word === 'draw') return say.draws(block());
  if (word === 'tremor') return say.tremor;
  if (word === 'take') return say.takes(who, block());
  if (word === 'arrange') return say.arranges(who);
  if (word === 'sell') return say.sells(who, block(), say.kinds[two as AuctionKind]);
  if (word === 'bid') return say.bids(who, Number(one));
  if (word === 'give') return say.gives(who, other(Number(one)));
  if (word === 'rest') {
    const { height, fallen } = rest(action);
    if (fallen.length === 0) return say.stands(centimetres(height, lang));
    return say.falls(fallen.map((block) => blockName(block, lang)).join(', '));
  }
  return say.saysIt(who, say.spoken[action] ?? action);
}

/** Who has won a round. */
function roundsOf(before: View, after: View): number[] {
  return (after.rounds ?? []).flatMap((now, seat) => (now > (before.rounds?.[seat] ?? 0) ? [seat] : []));
}

/** What became of a block that has come to rest, where wood alone does not say it. */
function landed(action: string, before: View | null, after: View, lang: Lang): string | null {
  const hand = before?.hand;
  if (!hand || !action.startsWith('rest ')) return null;
  const say = words[lang];
  const block = blockName(hand.block, lang);
  // S4: a base can't fall.
  if (after.due?.task === 'lay-again') return say.laidAgain(block);
  if (rest(action).fallen.length > 0) return null;
  // S28, S30: it did not count and was taken off again, and what is left has come to rest.
  if (hand.gesture === null)
    return [say.takenBack(block), say.stands(centimetres(rest(action).height, lang))].join(say.and);
  // S34: it stands on the table, and touches no base.
  if (after.hand?.gesture === null)
    return rest(action).grounded.includes(hand.block) ? say.apart(block) : say.tooLow(block);
  return null;
}

/** From which age each of the five games is, and about how many minutes it lasts, as the sheet has it. */
const AUDIENCES: Record<string, [age: number, least: number, most: number]> = {
  babel: [5, 20, 30],
  chain: [6, 30, 30],
  knockout: [12, 30, 45],
  pile: [8, 30, 30],
  reds: [12, 20, 20],
};

export const text: GameText<View> = {
  facts({ game = 'babel' }) {
    const [age = 5, least = 20, most = 30] = AUDIENCES[game] ?? [];
    return { begins: 'youngest', age, minutes: { least, most }, ours: [] };
  },
  // The board has a button for each.
  label: () => '',
  score(view, name, lang) {
    const say = words[lang];
    if (view.rounds) return view.rounds.map((count, seat) => say.roundsFor(count, name(seat))).join(', ');
    if (view.goal !== null)
      return view.beans.map((count, seat) => say.beansFor(count, name(seat))).join(', ');
    const towers = view.plots.flatMap(({ seat, height }) => (seat === null ? [] : [{ seat, height }]));
    return towers.map(({ seat, height }) => say.heightFor(centimetres(height, lang), name(seat))).join(', ');
  },
  brief(action, { wood }, lang) {
    const say = words[lang];
    const [word, one, two] = action.split(' ');
    const said = briefReport(action);
    if (said) return said;
    const named = (block: string | number) => blockName(Number(block), lang);
    if (one && (word === 'place' || word === 'take' || word === 'draw'))
      return wood === 'real' ? companionWords[lang].some : named(one);
    if (one && word === 'sell') {
      const kind = say.kinds[two as AuctionKind];
      // Blocks of a real box have no names.
      return wood === 'real' ? kind : `${named(one)}, ${kind.toLowerCase()}`;
    }
    if (word === 'bid') return say.bid(Number(one));
    if (word === 'arrange') return say.brief.arrange;
    if (word === 'tremor') return say.tremor;
    if (word === 'give') return say.give(lookOf(Number(one)).name[lang]);
    if (word !== 'rest') return say.spoken[action] ?? action;
    const { height, fallen } = rest(action);
    return fallen.length > 0 ? `↓ ${fallen.map(named).join(', ')}` : `${centimetres(height, lang)} cm`;
  },
  quiet: (action) => action.startsWith('tremor '),
  pace: (action) => (action.startsWith('rest') ? 3200 : action.startsWith('place') ? 60 : 900),
  sound: ({ action }) => {
    const fell = action?.startsWith('rest')
      ? rest(action).fallen.length > 0
      : / falls(:|$)/.test(action ?? '');
    return fell ? 'take' : 'place';
  },
  tell(step, before, after, lang) {
    const name = (seat: number) => lookOf(seat).name[lang];
    const who = step.seat === null ? '' : name(step.seat);
    if (step.action === null) return words[lang].leaves(who);
    if (step.action === 'done' && before?.due?.task === 'arrange') return words[lang].hasArranged(who);
    const told = [
      landed(step.action, before, after, lang) ??
        actionInWords(step.action, who, name, after.wood === 'real', lang),
    ];
    const winners = before ? roundsOf(before, after) : [];
    told.push(...winners.map((seat) => words[lang].winsRound(name(seat))));
    // The beans of a new round are neither gained nor paid.
    if (before && winners.length === 0) told.push(...beans(before, after, name, lang));
    return told.join(words[lang].and);
  },
};
