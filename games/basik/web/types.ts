// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** A set of seats. */
export type SeatSet = Array<number>;

/** Everything that a board needs to draw; Basik has no secrets, so all viewers see the same. */
export type View = {
/** How many cells a side of the board has. */
side: number,
/** The piles of each seat, a cell and a height each: `b23 c31` is a pile of three on b2 and a single pawn on c3. */
piles: Array<string>,
/** The pawns in each reserve. */
reserve: Array<number>,
/** The cells that each seat occupies. */
score: Array<number>,
/** The seats that left; left out if none has. */
gone?: SeatSet,
/** The cells that are forbidden to the seat to act; left out if there are none. */
forbidden?: Array<string>,
/** B19: after so many more actions without a placement or a removed pile the game ends. */
quiet_left: number,
/** B19: as many as that end it. */
quiet_limit: number,
/** The article that ended the game. */
end?: string, };
