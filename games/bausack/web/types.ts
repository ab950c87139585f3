// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** How a block is sold. */
export type AuctionKind = "high" | "reverse" | "gift";

/** An auction. */
export type AuctionView = { kind: AuctionKind, block: number, seller: Seat,
/** Whose call it is. */
caller: Seat,
/** The last bid; 0 if there was none. */
last: number,
/** The lowest bid that may be made now; in reverse, the only one. */
minimum: number,
/** Whether the caller has the beans for it. */
affordable: boolean,
/** Each seat's last bid; 0 for none. */
bids: Array<number>,
/** Who has not passed. */
bidders: SeatSet, };

/** Which blocks a table plays with (S1). */
export type Bag = "bausack" | "sacnoir";

/** S16: whether blocks are drawn by lot (*à l'aveugle*). */
export type Blind = "no" | "yes";

/** What is asked of a seat. */
export type DueView = { seat: Seat,
/** All seats of which it is asked at once; several only where lines are arranged. */
seats: SeatSet,
/** The plot on which it builds, if it builds. */
plot: number,
/** What it must do. */
task: TaskKind,
/** The same in a sentence. */
prompt: Text,
/** The article that asks for it. */
article: string,
/** The blocks that it is about. */
blocks: Array<number>,
/** Those of them that may be placed; of bases, those most like a slab first. */
placeable: Array<number>,
/** The auctions that may be chosen. */
kinds: Array<AuctionKind>,
/** The seats that may be given the block. */
receivers: Array<Seat>,
/** Whether the block in hand may be put back before it is let go (S9). */
may_put_back: boolean, };

/** What a page feeds to the hand. Fields that are left out are empty. */
export type HandInput = {
/** Where the hand wants the block in each thirtieth of a second since the last input. */
targets?: Array<PoseRow>,
/** Whether the hand lets go after that. */
let_go?: boolean,
/** How many thirtieths of a second pass after that, while the block falls, or a replayed hand moves. */
pass?: number, };

/** The phase of a block in the hand. */
export type HandPhase = "air" | "held" | "moving" | "over";

/** The hand and the tower as a page draws them. */
export type HandState = { phase: HandPhase,
/** Where the block is; none once it has fallen and was removed. */
held: PoseRow | null,
/** The target that the hand has reached. */
aim: PoseRow,
/** Where the block would first touch something if it came straight down; none once it is let go. */
landing: PoseRow | null,
/** The blocks of the tower that are not where they were: number and pose. */
moved: Array<[number, PoseRow]>,
/** S9: whether a block of the tower is out of its place, so that the one in the hand can't be put back. */
disturbed: boolean,
/** The blocks that fell and were removed. */
gone: Array<number>,
/** The blocks that fell, the first to fall first. */
fallen: Array<number>,
/** The stability margin of the tower as it stands, in micrometres; the block counts once it is let go. */
margin: number,
/** For a steady hand whose block is nearly laid: the margin with it, in micrometres. */
forecast: number | null,
/** How far the highest block of the tower is from where it stood, along x and z, in micrometres. */
lean: [number, number],
/** How fast the fastest block of the tower moves, in micrometres a second. */
sway: number,
/** Whether the hand trembles: then it moves even while it is wanted nowhere else, and the landing is not for the eyes. */
trembles: boolean,
/** The highest point of the held block, in micrometres. */
top: number,
/** How many thirtieths of a second the hand may still take. */
left: number,
/** Nature's answer to the placement, once all blocks are at rest. */
answer: string | null, };

/** A block on its way. */
export type HandView = { seat: Seat, plot: number, block: number,
/** The path of the hand; none if the block was taken off the tower again. */
gesture: string | null, };

/** S9: which hands place blocks. */
export type Hands = "steady" | "natural" | "party";

/** Which of the five games is played. */
export type Mode = "babel" | "chain" | "knockout" | "pile" | "reds";

/** A block of the catalogue, to be drawn by a page. Lengths are hundredths of a millimetre, from the centre of mass. */
export type Model = { name: Text,
/** The colour in full light: red, green, blue. */
colour: [number, number, number],
/** Whether it is painted; otherwise the grain of the wood is visible. */
painted: boolean,
/** Whether it counts for Trois rouges (S35). */
red: boolean,
/** Milligrams. */
mass: number,
/** Width, height, depth as the block lies in the catalogue. */
size: [number, number, number],
/** The lowest point, as the block lies in the catalogue. */
low: number,
/** The sides on which it can lie, the steadiest first: which way is down then, in thousandths, and the kind of the side. */
sides: Array<[number, number, number, number]>,
/** Corners, three numbers each. */
points: Array<number>,
/** The outward normal of the surface at each corner, in thousandths. */
normals: Array<number>,
/** The indices of the three corners of each triangle. */
triangles: Array<number>, };

/** A plot and its tower. */
export type PlotView = {
/** The seat that owns it; none if all seats share it. */
seat: Seat | null,
/** The blocks of the tower, the base first. */
tower: Array<Stands>,
/** The highest point above the table, in micrometres. */
height: number,
/** The stability margin of the tower, in micrometres. */
margin: number,
/** The blocks that stand on the table. */
grounded: Array<number>,
/** How many red blocks the tower holds. */
reds: number, };

/** A place in micrometres and a unit quaternion in parts of 2³⁰: x, y, z, then x, y, z, w. */
export type PoseRow = [number, number, number, number, number, number, number];

/** The kind of a report, by the word with which its notation begins. */
export type ReportKind = "stands" | "low" | "falls";

/** A place at the table, counted from 0 in playing order. */
export type Seat = number;

/** A set of seats. */
export type SeatSet = Array<number>;

/** What a seat may still do. */
export type Standing = "builds" | "stopped" | "out" | "gone";

/** A block that stands. */
export type Stands = { block: number,
/** Micrometres from the middle of the plot; y is up. */
at: [number, number, number],
/** A unit quaternion x, y, z, w in parts of 2³⁰. */
turn: [number, number, number, number], };

/** The kind of a task, by its name in views and positions. */
export type TaskKind = "build" | "build-drawn" | "lay-base" | "lay-again" | "draft" | "arrange" | "build-from-line" | "sell" | "call" | "build-won" | "try-again" | "give" | "keep-or-give" | "self-or-giver" | "rebuild" | "build-freely" | "measure";

/** One text in every language of the house. */
export type Text = {
/** In French. */
fr: string,
/** In English. */
en: string, };

/** Everything that a page needs to draw; nothing in this game is secret, so all viewers see the same. */
export type View = {
/** Which of the five games is played. */
mode: Mode,
/** Whether blocks are drawn. */
blind: Blind,
/** Which bag is on the table. */
bag: Bag,
/** Whose wood it is. */
wood: Wood,
/** Whose hands place the blocks, where wood is simulated. */
hands: Hands,
/** One plot for each seat, or a single one for all. */
plots: Array<PlotView>,
/** The blocks that are free to be chosen. */
market: Array<number>,
/** Each seat's line, the next block to be taken first; none but in Chaîne de construction. */
lines: Array<Array<number>>,
/** The blocks that a seat has to deal with: won, given, drawn, or to be rebuilt. */
aside: Array<number>,
/** The seats whose lines are arranged, while lines are arranged. */
done: SeatSet,
/** Each seat's beans; in Tour de Babel, the points. */
beans: Array<number>,
/** The rounds that each seat has won, where there are rounds. */
rounds: Array<number> | null,
/** The beans or rounds that win the match, where there are any. */
goal: number | null,
/** Each seat's state. */
standing: Array<Standing>,
/** The seat that last placed safely in Tour de Babel: the next fall gives it a bean. */
last: Seat | null,
/** Whose turn it is to sell, or to lay, in the rules' sense. */
turn: Seat | null,
/** The auction that is running. */
auction: AuctionView | null,
/** What is asked of the seat to act, if it is a seat's turn. */
due: DueView | null,
/** The block that was let go and has not come to rest. */
hand: HandView | null,
/** The seats that left. */
gone: SeatSet,
/** The article that ended the game. */
end: string | null, };

/** Whether blocks are simulated or real. */
export type Wood = "simulated" | "real";
