// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** What an action would capture. */
export type Capture = { action: string, marbles: Array<string>, };

/** The marbles of one camp. */
export type Colour = { letter: string, seat: Seat, team: Team, marbles: Array<string>, };

/** A place at the table, counted from 0 in playing order. */
export type Seat = number;

/** A set of seats. */
export type SeatSet = Array<number>;

/** Seats that win and lose together; a seat that plays for itself is a team of one. */
export type Team = number;

/** Everything that a board needs to draw; EX*PION has no secrets, so all viewers see the same. */
export type View = {
/** The board, row by row from the top: a letter for a camp cell, `.` for a cell of the area, `*` for a special
 * one, `#` where there is none. */
board: Array<string>,
/** The colours, their owners, and where their marbles stand, in camp and out. */
colours: Array<Colour>,
/** Where the ball is. */
ball: string,
/** The seat that decides now, until the game is over. */
next: Seat | null,
/** The seat whose marbles move now: another one if that one left and its partner plays on for it. */
turn: Seat | null,
/** At three seats, the ally that plays next. */
ally: Seat | null,
/** Those of them that capture. */
captures: Array<Capture>,
/** Whether the first capture has happened, after which marbles may go backward. */
first_capture: boolean,
/** X19: after so many more turns without a capture or a marble that leaves its camp the game ends. */
quiet_left: number,
/** X19: as many as that end it. */
quiet_limit: number,
/** The seats that left. */
gone: SeatSet,
/** The article that ended the game. */
end: string | null,
/** The side that won. */
winner: Team | null, };
