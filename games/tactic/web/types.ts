// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** The board as it is drawn. Short, because every view carries it. */
export type Board = {
/** For each line from 1, the distances of its stations from the left edge, in half units. */
x: Array<Array<number>>,
/** For each line from 1, what its stations are. */
kind: Array<Array<Kind>>,
/** The tracks, each as its two ends, `1a-2a`, with spaces between. */
tracks: string, };

/** What a station is. */
export type Kind = "central" | "outer" | "transit";

/** A piece on the board. */
export type Piece = { station: string, seat: Seat, role: Role, };

/** What a piece is, and whether a patrol's journey is over. */
export type Role = "patrol" | "arrived" | "guard";

/** A place at the table, counted from 0 in playing order. */
export type Seat = number;

/** A patrol that goes to and fro. */
export type Shuttling = { seat: Seat, between: [string, string], turns: number, };

/** Which of the three games of the box is played. */
export type Variant = "base" | "capture" | "passage";

/** Everything that a board needs to draw; Tactic has no secrets, so all viewers see the same. */
export type View = {
/** The stations and tracks: always the same. */
board: Board,
/** The pieces on the board. */
pieces: Array<Piece>,
/** The guards that each seat has yet to enter. */
reserve: Array<number>,
/** The points that each seat has. */
points: Array<number>,
/** The variant that is played. */
variant: Variant,
/** The seat to act, until the game is over. */
next: Seat | null,
/** What it has already done in this turn, as the position's notation says it. */
begun: string,
/** Whether it must lose something (T12, T18, T19). */
penalty: boolean,
/** Its patrols that have not arrived and have no step. */
blocked: Array<string>,
/** The patrols that are making an aller-retour. */
shuttles: Array<Shuttling>,
/** T17: after so many more turns without a forward step the game ends. */
quiet_left: number,
/** T17: as many as that end it. */
quiet_limit: number,
/** The article that ended the game. */
end: string | null, };
