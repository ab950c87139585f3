/// What a game's folder gives to the pages. A board knows how to draw and what was pressed; it knows no rules.
///
/// `games/<id>/web/` holds:
///   Board.svelte    required to play: props are `BoardProps<View>`
///   Tally.svelte    what a seat has, beside its name (reserve, score): props are `TallyProps<View>`
///   Cover.svelte    the box seen from the front, one SVG of 300 by 400
///   Diagram.svelte  a drawing of the rulebook: props are `DiagramProps`
///   text.ts         its own words: exports `text: GameText<View>`
///   types.ts        the view, generated from Rust
import type { Component } from 'svelte';
import type { Lang, Refusal, Text, Told } from '../generated/house';

export type { Lang, Refusal, Text, Told };

/** Everything that a board is given. `V` is the `View` of the game's `types.ts`. */
export interface BoardProps<V> {
  /** The position. */
  view: V;
  /** The position before `last`, to show what it did. */
  before: V | null;
  /** The step that led to the position: its trace stays until the next one. */
  last: Told | null;
  /** How many steps led to the position: another number, another position. */
  step: number;
  /** Whether that step happens now, before the eyes of whoever looks; otherwise only its trace is shown. */
  motion: boolean;
  /** What may be done here, in notation; nothing for whoever only looks. */
  actions: string[];
  /** The seat that would act by a press on the board. */
  seat: number | null;
  /** Does an action of `actions`. */
  act(action: string): void;
  /** Tries an action that is not one of them: the page explains why not. */
  attempt(action: string): void;
  /** Takes the last step back, while the turn goes on of which it is a part; nothing where there is no such step. */
  takeBack?: (() => void) | null;
  /** Why the last attempt was refused: light up `refusal.at`. */
  refusal: Refusal | null;
  lang: Lang;
  /** Quarter turns of the board, clockwise: whoever sits below sees their own side below. */
  rotation: number;
  /** Nothing may be pressed. */
  disabled: boolean;
  /** For games in which something is done by hand. */
  hand?: HandProps;
}

/** What a board needs where something is done by hand, and others look on. */
export interface HandProps {
  /** Begins what is done by hand, in the position after `steps` steps or the one on the board: with what, in the game's words. */
  begin(what: string, steps?: number): Promise<boolean>;
  /** What the hand wants; what comes of it, and the action to which it has come. */
  feed(wish: unknown): Promise<{ shown: unknown; action: string | null }>;
  /** A piece of the game, as it is to be drawn. */
  model(name: string): Promise<unknown>;
  /** Lets the others see what the hand does, in a few words of the game; most of what comes too fast is dropped. */
  show(what: string): void;
  /** What somebody else's hand does now. */
  shown: { seat: number; what: string } | null;
  /** What Nature will answer to the hand's action, as it was found here: where others judge, the two are compared. */
  expect(answer: string): void;
  /** Something is still on its way to where the position says: the end of the game waits for it. */
  busy(is: boolean): void;
  /** A small sound of wood, from 0 to 1. */
  knock(loud: number): void;
  /** How a seat is called at this table. */
  name(seat: number): string;
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
  /** What stands after the id in the opening line of the block. */
  detail: string;
  lang: Lang;
}

/** The words of a game. */
export interface GameText<V> {
  /** How each seat is called and looks, in playing order, if not as usual; it may depend on how many play. */
  seats?: SeatLooks;
  /** A step in words, for the live region and the list of steps: "red stacks b2 onto c3". */
  tell?(step: Told, before: V | null, after: V, lang: Lang): string;
  /** An action that is a word and has no place on the board, as its button says it; nothing if the board has the button. */
  label?(action: string, lang: Lang): string;
  /** An action in a few words, where its notation is too long for a list or says too little. */
  brief?(action: string, options: Record<string, string>, lang: Lang): string;
  /** What a step sounds like; `place` where nothing is said. */
  sound?(step: Told, before: V, after: V): 'place' | 'take';
  /** How long what an action did takes to be seen, in milliseconds, where a line is played by itself. */
  pace?(action: string): number;
  /** How many quarter turns bring a seat's side below. */
  rotation?(seat: number, seats: number): number;
}

/** How a seat looks: a colour and a shape, so that nobody depends on the colour. */
export interface SeatLook {
  name: Text;
  /** A CSS colour, best a token: `var(--seat-0)`. */
  colour: string;
  mark: MarkShape;
}

/** How the seats look: always so, or by how many there are. */
export type SeatLooks = SeatLook[] | ((seats: number) => SeatLook[]);

/** Shapes that tell seats apart. */
export type MarkShape = 'ring' | 'cross' | 'dots' | 'square' | 'bar' | 'star';

// biome-ignore lint/suspicious/noExplicitAny: the pages hand a view from the rules to the board of the same game.
export type AnyView = any;
/** The parts of whichever game it is. */
export type AnyBoard = Component<BoardProps<AnyView>>;
export type AnyTally = Component<TallyProps<AnyView>>;
export type AnyText = GameText<AnyView>;
