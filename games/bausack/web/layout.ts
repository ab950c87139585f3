/// Where things are on the table, in centimetres.
import { ofStands, type Pose } from './pose';
import { rotationAbout, type Vector } from './quaternion';
import type { DueView, Model, TaskKind, View } from './types';

/** A block that lies or stands somewhere. */
export interface Piece {
  block: number;
  pose: Pose;
  /** Whether the player may choose it. */
  offered: boolean;
}

/** The distance between the middles of neighbouring plots. */
const APART = 36;
/** The distance from the plots to the first row of the market. */
const AROUND = 22;
/** The room for one block of the market, along its row and across. */
const ROOM = 7.5;

/** The middle of each plot: one in the middle, two side by side, more in a round. */
export function plots(view: View): Vector[] {
  const count = view.plots.length;
  if (count === 1) return [[0, 0, 0]];
  const radius = APART / 2 / Math.sin(Math.PI / count);
  return view.plots.map((_, plot) => {
    const angle = Math.PI / 2 + (2 * Math.PI * (plot - (count === 2 ? 0.5 : 0))) / count;
    return [radius * Math.cos(angle), 0, radius * Math.sin(angle)];
  });
}

/** The place of each block of the bag while it is on the market: rows around the plots, the largest first. */
export function market(count: number, places: Vector[]): Vector[] {
  const inner = Math.max(0, ...places.map(([x, , z]) => Math.hypot(x, z))) + AROUND;
  const found: Vector[] = [];
  for (let row = 0; found.length < count; row++) {
    const radius = inner + row * ROOM;
    const seats = Math.floor((2 * Math.PI * radius) / ROOM);
    for (let seat = 0; seat < seats && found.length < count; seat++) {
      const angle = -Math.PI / 2 + ((seat + (row % 2) / 2) * 2 * Math.PI) / seats;
      found.push([radius * Math.cos(angle), 0, radius * Math.sin(angle)]);
    }
  }
  return found;
}

/** Everything that lies or stands, in centimetres on the table. */
export function piecesOf(view: View, models: Record<number, Model>, offered: Set<number>): Piece[] {
  const places = plots(view);
  const count = view.bag === 'sacnoir' ? 100 : 70;
  const around = market(count, places);
  const lying = (block: number, [x, , z]: Vector): Piece => ({
    block,
    // As it lies in the catalogue, rotated by an angle of its own, so that the market looks natural.
    pose: { at: [x, -(models[block]?.low ?? 0) / 1000, z], turn: rotationAbout([0, 1, 0], block * 2.4) },
    offered: offered.has(block),
  });
  const towers = view.plots.flatMap(({ tower }, plot) =>
    tower.map((stands): Piece => {
      const { at, turn } = ofStands(stands);
      const [x, , z] = places[plot] ?? [0, 0, 0];
      return { block: stands.block, pose: { at: [at[0] + x, at[1], at[2] + z], turn }, offered: false };
    }),
  );
  const [x, , z] = places[view.due?.plot ?? view.hand?.plot ?? 0] ?? [0, 0, 0];
  const aside = view.aside.map((block, index) =>
    lying(block, [x + 12 + 6 * Math.floor(index / 3), 0, z + 4 - 6 * (index % 3)]),
  );
  const lines = view.lines.flatMap((line, seat) => {
    const [x, , z] = places[seat] ?? [0, 0, 0];
    return line.map((block, index) =>
      lying(block, [x - 12 + 6 * (index % 5), 0, z + 12 + 6 * Math.floor(index / 5)]),
    );
  });
  return [
    ...towers,
    ...aside,
    ...lines,
    // S16: what is in the bag lies nowhere.
    ...(view.blind === 'yes' ? [] : view.market).map((block) => lying(block, around[block - 1] ?? [0, 0, 0])),
  ];
}

/** The tasks that decide who gets a block, or who places it. */
const GIFTS: TaskKind[] = ['give', 'keep-or-give', 'self-or-giver'];

/** The block that the task is about, if the task decides who gets it or who places it. */
export function giftOf(due: DueView | null): number | undefined {
  return due && GIFTS.includes(due.task) ? due.blocks[0] : undefined;
}
