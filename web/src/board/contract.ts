/// What a game's folder provides for the pages. A board draws and reports presses; it contains no rules.
///
/// `games/<id>/web/` holds:
///   Board.svelte    required to play: props are `BoardProps<View>`
///   Tally.svelte    what a seat has, beside its name (reserve, score): props are `TallyProps<View>`
///   Cover.svelte    the box seen from the front, one SVG of 300 by 400
///   Diagram.svelte  a drawing of the rulebook, drawn when the pages are built: props are `DiagramProps`
///   Shapes.svelte   what those drawings share, as an unseen SVG of definitions; no props
///   text.ts         its own words: exports `text: GameText<View>`
///   editor.ts       how positions are set up on the board: exports `editor: GameEditor<View>`
///   types.ts        the view, generated from Rust
import type { Component } from 'svelte';
import type { Lang, Refusal, Step, Text } from '../generated/protocol';

export type { Lang, Refusal, Step, Text };

/** The props of a board. `V` is the `View` of the game's `types.ts`. */
export interface BoardProps<V> {
  /** The position. */
  view: V;
  /** The position before `last`, to show what it did. */
  before: V | null;
  /** The step that led to the position: its trace stays until the next one. */
  last: Step | null;
  /** How many steps led to the position: another number, another position. */
  step: number;
  /** Whether to animate that step, because it happened just now; otherwise only its trace is shown. */
  motion: boolean;
  /** The legal actions in notation; empty for viewers who are not to act. */
  actions: string[];
  /** The seat that would act by a press on the board. */
  seat: number | null;
  /** Performs an action of `actions`. */
  act(action: string): void;
  /** Reports an action that is not one of them: the page shows why it is refused. */
  attempt(action: string): void;
  /** Takes back the last step of an unfinished turn; `null` where there is none. */
  takeBack?: (() => void) | null;
  /** Why the last attempt was refused: light up `refusal.at`. */
  refusal: Pick<Refusal, 'at'> | null;
  lang: Lang;
  /** Quarter turns of the board, clockwise, so that the side of the viewer's seat is below. */
  rotation: number;
  /** Whether presses are ignored. */
  disabled: boolean;
  /** For games in which something is done by hand. */
  hand?: HandProps;
}

/** What a board needs where something is done by hand, and others look on. */
export interface HandProps {
  /** Starts a rehearsal with a piece, in the position on the board or in the one after `steps` steps. */
  begin(what: string, steps?: number): Promise<boolean>;
  /** Passes the next movement of the hand to the rehearsal; returns what to draw, and the action once there is one. */
  feed(wish: unknown): Promise<{ shown: unknown; action: string | null }>;
  /** A piece of the game, as it is to be drawn. */
  model(name: string): Promise<unknown>;
  /** Sends what the hand does to the other viewers, in the notation of the game; calls are rate-limited. */
  show(what: string): void;
  /** What the hand of another player does now. */
  shown: { seat: number; what: string } | null;
  /** What Nature will answer to the hand's action, as it was found here: where others judge, the two are compared. */
  expect(answer: string): void;
  /** Reports whether an animation is running: the result of the game is shown after it. */
  busy(is: boolean): void;
  /** A small sound of wood, from 0 to 1. */
  knock(loud: number): void;
  /** A link that shows what is in sight, and how it came about, to whoever opens it; none in lessons. */
  link?(): Promise<string>;
  /** How a seat is called at this table. */
  name(seat: number): string;
  /** Whether it is the only seat of the viewer. */
  isOwn(seat: number): boolean;
}

/** What a seat has, drawn beside its name. */
export interface TallyProps<V> {
  view: V;
  seat: number;
  lang: Lang;
}

/** A fenced block of the rulebook whose language is the game's id. */
export interface DiagramProps {
  source: string;
  /** The text after the id in the opening line of the block. */
  detail: string;
  lang: Lang;
}

/** What is told of a way to play before it begins. */
export interface GameFacts {
  /** Who begins, among people around a table. */
  begins: 'youngest' | 'oldest' | 'lot';
  /** From which age, and about how many minutes, where they differ from those of the whole box. */
  age?: number;
  minutes?: { least: number; most: number };
  /** What of this the sheet of the game leaves open, so that we say it. */
  ours: ('begins' | 'age' | 'minutes')[];
}

/** The words of a game. */
export interface GameText<V> {
  /** What is told of the game with these options before it begins. */
  facts?(options: Record<string, string>): GameFacts;
  /** The names and looks of the seats in playing order, if not the default ones; they may depend on the number of seats. */
  seats?: SeatLooks;
  /** A step in words, for the live region and the list of steps: "red stacks b2 onto c3". */
  tell?(step: Step, before: V | null, after: V, lang: Lang): string;
  /** How the game stands, in a sentence without a full stop, as its end is told; `name` is how a seat is called. */
  score?(view: V, name: (seat: number) => string, lang: Lang): string;
  /** The label of the button for an action that has no place on the board; empty if the board has its own button. */
  label?(action: string, lang: Lang): string;
  /** A short text for an action, where its notation is too long or says too little. */
  brief?(action: string, options: Record<string, string>, lang: Lang): string;
  /** The sound of a step; `place` if left out. */
  sound?(step: Step, before: V, after: V): 'place' | 'take';
  /** Whether nobody sees what an action did, so that what came before it stays in sight. */
  quiet?(action: string): boolean;
  /** How long what an action did takes to be seen, in milliseconds, where a line is played by itself. */
  pace?(action: string): number;
  /** How many quarter turns bring a seat's side below. */
  rotation?(seat: number, seats: number): number;
}

/**
 * How positions are set up on the board: a view is changed piece by piece, and written in the notation of positions. It
 * says nothing of what is legal: the rules judge the notation.
 */
export interface GameEditor<V> {
  /** The pieces that can be put on the board. */
  pieces(view: V): EditorPiece[];
  /** The view after a press of a spot with one of these pieces, or with nothing in the hand. */
  put(view: V, piece: string | null, spot: string): V;
  /** The view after what stands on a spot was carried to another. */
  move(view: V, from: string, to: string): V;
  /** The view of the bare board. */
  bare(view: V): V;
  /** What is counted beside the board, such as reserves. */
  counts(view: V): EditorCount[];
  /** The view with another count. */
  count(view: V, id: string, value: number): V;
  /** The position in notation, with that seat to act. */
  notation(view: V, next: number): string;
}

/** A piece to put on the board. */
export interface EditorPiece {
  id: string;
  name: Text;
  /** The seat whose colour it has. */
  seat?: number;
}

/** A number beside the board; a yes or no if it is 1 at most. */
export interface EditorCount {
  id: string;
  name: Text;
  value: number;
  most: number;
}

/** How a seat looks: a colour and a shape, so that colour-blind players can tell seats apart. */
export interface SeatLook {
  name: Text;
  /** A CSS colour, best a token: `var(--seat-0)`. */
  colour: string;
  mark: MarkShape;
}

/** How the seats look: always so, or by how many there are. */
export type SeatLooks = SeatLook[] | ((seats: number) => SeatLook[]);

/** Shapes that tell seats apart. */
export type MarkShape = 'ring' | 'cross' | 'dots' | 'square' | 'bar' | 'star' | 'triangle' | 'diamond';

// biome-ignore lint/suspicious/noExplicitAny: the pages hand a view from the rules to the board of the same game.
export type AnyView = any;
/** The parts of whichever game it is. */
export type AnyBoard = Component<BoardProps<AnyView>>;
export type AnyTally = Component<TallyProps<AnyView>>;
export type AnyText = GameText<AnyView>;
export type AnyEditor = GameEditor<AnyView>;
