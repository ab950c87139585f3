// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** A question that waits for everybody's answer. */
export type Asked = {
/** Who asked. */
by: Seat,
/** What. */
question: Question,
/** Who agreed so far. */
agreed: SeatSet, };

/** Who hears what is said. */
export type Channel = "table" | { "allies": {
/** Which. */
seats: SeatSet, } } | "watchers";

/** How much time a table gives. */
export type ClockRule = "none" | { "fischer": {
/** Seconds at the start. */
start: number,
/** Seconds added after each turn. */
increment: number, } } | { "per_action": {
/** Seconds for an action. */
limit: number, } };

/** A name and its password. */
export type Credentials = {
/** The name. */
name: string,
/** The password. */
password: string, };

/** A table as one person sees it, complete: whatever was missed, the next frame is the truth. */
export type Frame = {
/** The seats of the person for whom it is. */
own: SeatSet,
/** Who may act now, or that it is over. */
turn: FrameTurn,
/** What the board needs to draw, as that person may see it. */
view: JsonValue,
/** What the person is asked to do, for each own seat that may act. */
prompts: Array<Prompt>,
/** How many steps led to the position. */
steps: number,
/** The team of each seat. */
teams: Array<number>,
/** The clocks, if the table has any. */
clocks: FrameClocks | null,
/** The question that is open. */
asked: Asked | null,
/** The seats that left. */
gone: SeatSet,
/** The groups of seats that may talk unheard by the others. */
may_confer: Array<SeatSet>, };

/** The clocks when the frame was made. */
export type FrameClocks = {
/** The milliseconds that each seat has left. */
left: Array<number>,
/** The seats whose time is running. */
running: SeatSet, };

/** Who may act now, or that it is over. */
export type FrameTurn = { "seats": SeatSet } | "nature" | { "over": {
/** The place of each seat. */
places: Outcome,
/** The article by which it ended, if it has ended by one. */
by: string | null, } };

/** A position to think about. */
export type Inquiry = {
/** The game so far, as a record. */
record: string,
/** After how many of its steps; after all of them if it is left out. */
step: number | null,
/** How many lines to tell. */
lines: number,
/** For how many milliseconds to think. */
time: number, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** How to leave. */
export type Leaving = {
/** On every device. */
everywhere: boolean, };

/** The steps of the game: keep the first `from`, forget the rest, append these. */
export type Line = {
/** How many of the known steps stand. */
from: number,
/** Those that follow. */
steps: Array<Told>, };

/** Who one is. */
export type Me = {
/** Under which name. */
name: string,
/** Whether with an account. */
account: boolean, };

/** A message from the house. */
export type Message = { "type": "frame" } & TableFrame | { "type": "shown" } & Shown | { "type": "done",
/** Of which request. */
id: number,
/** The place of the action in the log, from 0. */
entry?: number,
/** The seat that was taken. */
seat?: Seat,
/** The id of another table. */
table?: string,
/** The token of a link. */
token?: string, } | { "type": "refused",
/** Of which request. */
id: number,
/** A word for programs. */
code: string,
/** The article of the rulebook that forbids it, where it is the rules that do. */
article?: string,
/** A sentence for people. */
why: Sentence,
/** The cells or pieces concerned. */
at: Array<string>, } | { "type": "closing",
/** Why. */
code: string, };

/** A name. */
export type Name = {
/** The name. */
name: string, };

/** Who shall sit somewhere. */
export type NewSeat = "me" | { "screen": string } | "open" | "link" | { "bot": string };

/** A table that somebody wants. */
export type NewTable = {
/** The id of the game. */
game: string,
/** The seats, in playing order. */
seats: Array<NewSeat>,
/** The options that differ from the game's defaults. */
options: { [key in string]: string },
/** The clock; none if it is left out. */
clock: ClockRule,
/** Whether everybody may find and watch it. */
open: boolean,
/** Whether it counts for ratings. */
rated: boolean,
/** What happens when a clock runs out. */
on_timeout: OnTimeout,
/** A game that was begun elsewhere, as a record: it goes on here. */
record: string | null, };

/** What happens when a clock runs out. */
export type OnTimeout = "forfeit" | { "bot": string };

/** Where a new table is. */
export type Opened = {
/** Its id. */
id: string, };

/** The places at the end: 1 is the best, equal places are ties, partners share theirs.
 *
 * A place is one more than the number of seats (of teams, where there are teams) that did strictly better:
 * two winners and a third seat are 1, 1, 3. */
export type Outcome = Array<number>;

/** A program of an account. */
export type Program = {
/** Its name. */
name: string,
/** Its token, shown when it is made and never again. */
token: string | null, };

/** A seat is asked to act. */
export type Prompt = {
/** The seat. */
seat: Seat,
/** What its action must quote. */
prompt: number,
/** Its legal actions in notation. */
actions: Array<string>,
/** Whether there are others, which can't be listed. */
more: boolean, };

/** What a seat may ask of the others. */
export type Question = "take_back" | "draw";

/** A message from a person. */
export type Request = {
/** Comes back with the answer. */
id: number, } & ({ "do": "enter",
/** The token of a link to watch. */
token: string | null,
/** The frame seen last. */
seen: Seen | null, } | { "do": "act",
/** Whose. */
seat: Seat,
/** The number that the seat was prompted with: nothing is done twice. */
prompt: number,
/** What. */
action: string, } | { "do": "say",
/** Who. */
seat: Seat,
/** What. */
word: Word, } | { "do": "show",
/** Whose hand. */
seat: Seat,
/** In the game's own words. */
what: string, } | { "do": "expect",
/** The place of the answer in the log: the one after the action's. */
entry: number,
/** The answer, in notation. */
action: string, } | { "do": "talk",
/** To whom. */
channel: Channel,
/** What. */
text: string, } | { "do": "join",
/** Which; any free one if none is named. */
seat: Seat | null,
/** The token of the link. */
token: string | null, } | { "do": "leave",
/** Which. */
seat: Seat, } | { "do": "start",
/** Which bot. */
bot: string, } | { "do": "abort", } | { "do": "rematch", } | { "do": "hand_over",
/** Which. */
seat: Seat, });

/** A place at the table, counted from 0 in playing order. */
export type Seat = number;

/** A seat as others see it. */
export type SeatInfo = {
/** Who may sit or sits there. */
kind: SeatKind,
/** Under which name. */
name?: string,
/** Which bot plays. */
bot?: string,
/** Whether the person has come to the table. */
arrived: boolean,
/** Whether the person looks at the table now. */
present: boolean,
/** Whether it is the viewer's. */
own: boolean, };

/** Who may sit or sits somewhere. */
export type SeatKind = "open" | "link" | "person" | "screen" | "bot";

/** A link that gives a seat. */
export type SeatLink = {
/** Which seat. */
seat: Seat,
/** What to quote when joining. */
token: string, };

/** A set of seats. */
export type SeatSet = Array<number>;

/** How much of a table a viewer has been told: comes with every frame, and is quoted when coming back after a drop. */
export type Seen = {
/** Which counting `seq` belongs to; a new one begins whenever the house opens the table anew. */
epoch: number,
/** Grows with every change. */
seq: number,
/** How many entries the log had. */
log: number,
/** How many words had been said. */
talk: number,
/** The viewer's seats. */
own: SeatSet,
/** Whether there was anything left to conceal. */
over: boolean, };

/** A sentence in every language of the house. */
export type Sentence = Text | {
/** In French. */
fr: string,
/** In English. */
en: string, };

/** What a hand is doing. */
export type Shown = {
/** Whose. */
seat: Seat,
/** After so many entries of the log: later ones make it old. */
log: number,
/** In the game's own words. */
what: string, };

/** Something said at the table. */
export type Spoken = {
/** When, in milliseconds since 1970. */
at: number,
/** From which seat, if from one. */
seat: Seat | null,
/** By whom. */
name: string,
/** To whom. */
channel: Channel,
/** What. */
text: string, };

/** How far a table is. */
export type Status = "waiting" | "playing" | "over" | "aborted";

/** Somebody's strength at a game. */
export type Strength = {
/** Whose. */
name: string,
/** The game and the number of seats, `game/2`. */
pool: string,
/** Glicko-2. */
rating: number,
/** How uncertain it is. */
deviation: number,
/** After how many games. */
games: number,
/** Whether it is a program. */
program: boolean, };

/** A table as one viewer may see it, complete but for the steps and words that the viewer has already been sent. */
export type TableFrame = {
/** How much has been told with this frame. */
seen: Seen,
/** The table around the game. */
table: TableInfo,
/** The game itself. */
frame: Frame,
/** What led to the position. */
line: Line,
/** What was said since the frame before. */
talk: Array<Spoken>,
/** Whether all that was told before is told again here: forget it. */
fresh: boolean,
/** How many watch without a seat. */
watchers: number, };

/** The table around a game. */
export type TableInfo = {
/** Its id. */
id: string,
/** The id of the game. */
game: string,
/** The options that differ from the game's defaults. */
options: { [key in string]: string },
/** The clock. */
clock: ClockRule,
/** How far it is. */
status: Status,
/** Whether everybody may find and watch it. */
open: boolean,
/** Whether it counts for ratings. */
rated: boolean,
/** What happens when a clock runs out. */
on_timeout: OnTimeout,
/** When it was made, in milliseconds since 1970. */
created: number,
/** When it ended. */
ended?: number,
/** The places at the end. */
places?: Array<number>,
/** The article by which it ended. */
ended_by?: string,
/** Whether the viewer made it. */
hosting: boolean,
/** Who sits where. */
seats: Array<SeatInfo>,
/** The tokens of the links to empty seats, for the host. */
links: Array<SeatLink>,
/** The token of the link to watch, for those who play. */
watch?: string,
/** The table of which it is the rematch. */
previous?: string,
/** Its rematch. */
next?: string,
/** The seats that are to act; only in the list of the viewer's own tables. */
to_act?: SeatSet,
/** When the first clock of those that run will run out, in milliseconds since 1970; likewise. */
due?: number, };

/** One text in every language of the house. */
export type Text = {
/** In French. */
fr: string,
/** In English. */
en: string, };

/** What is thought of a position so far. */
export type Thought = {
/** How many actions ahead was looked. */
depth: number,
/** At how many positions. */
nodes: number,
/** The best lines, the best first. */
lines: Array<ThoughtLine>, };

/** How the game may go on. */
export type ThoughtLine = {
/** The actions in notation. */
actions: Array<string>,
/** The chance of the seat to act, from 0 to 1. */
chance: number,
/** The number of actions to a certain win, or to a certain loss if it is negative. */
certain: number | null, };

/** A step of the game as somebody heard it. */
export type Told = {
/** Whose it was; nobody's if it was Nature's. */
seat: Seat | null,
/** The action in notation, or as much of it as may be heard; nothing if the seat left the game. */
action: string | null,
/** When, in milliseconds since the start. */
at: number, };

/** What a seat may say to the table, besides playing. */
export type Word = "resign" | "flag" | "relay" | "take_back" | "draw" | "agree" | "decline";
