// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** A pile on the board. */
export type Pile = { cell: string, seat: Seat, height: number, };

/** A place at the table, counted from 0 in playing order. */
export type Seat = number;

/** A set of seats. */
export type SeatSet = Array<number>;

/** Everything that a board needs to draw; Basik has no secrets, so all viewers see the same. */
export type View = {
/** How many cells a side of the board has. */
side: number,
/** The piles on the board. */
piles: Array<Pile>,
/** The pawns in each reserve. */
reserve: Array<number>,
/** The cells that each seat occupies. */
score: Array<number>,
/** The seat to act, until the game is over. */
next: Seat | null,
/** The seats that left. */
gone: SeatSet,
/** What the seat to act may do, in notation. */
actions: Array<string>,
/** The cells that are forbidden to the seat to act. */
forbidden: Array<string>,
/** Actions since a placement or a removed pile. */
quiet: number,
/** The article that ended the game. */
end: string | null, };
