/// What an action did, read from the two positions: so that the board can show why a marble left.
import { across, beyond } from './geometry';
import type { View } from './types';

/** An action, parsed from its notation. */
export interface Meaning {
  kind: 'move' | 'push' | 'pass';
  from: string | null;
  to: string | null;
  /** Whether the chameleon was called (X16). */
  called: boolean;
}

/** A marble and the camp it comes from. */
export interface Marble {
  cell: string;
  letter: string;
}

/** A marble that left the game. */
export interface Departure {
  marble: Marble;
  /** The two cells that hold what it was caught between. */
  jaws: string[];
  /** Whether the ball was one of them. */
  chameleon: boolean;
}

export interface Changes {
  meaning: Meaning;
  /** The marble that moved, where it is now. */
  mover: Marble | null;
  /** Where the ball comes from, if it was pushed. */
  pushed: string | null;
  departures: Departure[];
}

/** Reads the notation of an action. */
export function meaningOf(action: string): Meaning {
  const [, from, sign, to, star] = /^([a-i][1-9])([->])([a-i][1-9])(\*?)$/.exec(action) ?? [];
  if (!from || !to) return { kind: 'pass', from: null, to: null, called: false };
  return { kind: sign === '>' ? 'push' : 'move', from, to, called: star === '*' };
}

/** All marbles of a position. */
export function marblesOf(view: View): Marble[] {
  return view.colours.flatMap(({ letter, marbles }) => marbles.map((cell) => ({ cell, letter })));
}

/** The marble on a cell. */
export function marbleOn(view: View, cell: string | null): Marble | undefined {
  return marblesOf(view).find((marble) => marble.cell === cell);
}

/** What `action` changed. */
export function changes(before: View, after: View, action: string): Changes {
  const meaning = meaningOf(action);
  const { from, to, called } = meaning;
  const moved = marbleOn(before, from);
  const mover = moved && to ? { cell: to, letter: moved.letter } : null;
  const team = (letter: string) => after.colours.find((colour) => colour.letter === letter)?.team;
  const isBall = (cell: string) => called && cell === after.ball;
  const bites = (cell: string) => {
    const marble = marbleOn(after, cell);
    return (
      isBall(cell) || (marble !== undefined && mover !== null && team(marble.letter) === team(mover.letter))
    );
  };
  const gone = marblesOf(before).filter(({ cell }) => cell !== from && !marbleOn(after, cell));
  const departures = gone.map((marble) => {
    const pairs = across(marble.cell).filter(
      (pair) => pair.every(bites) && pair.some((cell) => cell === to || isBall(cell)),
    );
    const jaws = pairs.flat();
    return { marble, jaws, chameleon: jaws.some(isBall) };
  });
  return { meaning, mover, pushed: before.ball === after.ball ? null : before.ball, departures };
}

/** What a move of the selected marble to a cell would do. */
export interface Aim {
  from: string;
  to: string;
  /** Where the ball would go, if it is pushed. */
  ball: string | null;
  /** What is captured in any case. */
  taken: string[];
  /** What only the chameleon captures. */
  more: string[];
  /** Whether the chameleon may stay uncalled. */
  silent: boolean;
}

/** What the listed actions from one cell to another would do. */
export function aim(view: View, actions: string[], from: string, to: string): Aim | null {
  const found = actions
    .map((action) => ({ action, ...meaningOf(action) }))
    .filter((it) => it.from === from && it.to === to);
  const [first] = found;
  if (!first) return null;
  const taken = (called: boolean) => {
    const action = found.find((it) => it.called === called)?.action;
    return view.captures.find((capture) => capture.action === action)?.marbles ?? [];
  };
  const [alone, all] = [taken(false), taken(true)];
  return {
    from,
    to,
    ball: first.kind === 'push' ? beyond(from, to) : null,
    taken: alone,
    more: all.filter((cell) => !alone.includes(cell)),
    silent: found.some((it) => !it.called),
  };
}
