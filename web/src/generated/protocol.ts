// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** What the search has found so far. */
export type AnalysisReport = {
/** The seat that is to act. */
seat: Seat,
/** The best variations, the best first. */
variations: Array<Variation>,
/** How many actions ahead it has looked. */
depth: number,
/** How many nodes it has used. */
nodes: number, };

/** A position to analyse on the server. */
export type AnalysisRequest = {
/** The game so far, as a record. */
record: string,
/** After how many of its steps; after all of them if it is left out. */
step: number | null,
/** How many variations to report. */
variations: number,
/** For how many milliseconds to search. */
time: number, };

/** The type of the answer to each request, by its name. */
export type Answers = {
/** The rulebook of a game in Markdown. */
rulebook: Text,
/** Opens a table in this worker; answers with its number. */
open: number,
/** Opens a table from its record. */
load: Loaded,
/** Closes a table. */
close: null,
/** A table as the people at this screen see it. */
state: LocalState,
/** Performs an action of a seat, and what Nature answers. */
act: null,
/** Logs a declaration of a seat; bots and the other people at this screen answer at once where the policy says so. */
declare: null,
/** Makes seats forfeit whose time has run out; answers whether there were any. */
tick: boolean,
/** The record of a table. */
record: string,
/** The position after some steps of a game. */
past: Frame,
/** What an action would do, without doing it. */
attempt: Attempted,
/** The position after all steps of a game, in notation. */
position: string,
/** Begins what a seat does by hand, in place of what was done by hand before; answers whether the game knows it. */
rehearse: boolean,
/** Moves the hand. */
feed: Rehearsed,
/** A piece of the game to draw, in the game's own format; `null` if there is none of that name. */
model: Json,
/** The action that a bot chooses, in notation. */
choose: string,
/** What the strongest bot says of a position: reported again and again as the search goes deeper, then answered;
 * `null` where no bot analyses. */
analyse: AnalysisReport | null,
/** How many steps this worker has applied since it started: for tests, which show that the cost of a step does not
 * grow with the length of the game. */
applied: number, };

/** What an action would do. */
export type Attempted = {
/** The action in canonical notation. */
action: string,
/** The game as the seat that acted would see it. */
frame: Frame, };

/** A bot is to act. */
export type BotTurn = {
/** Its seat. */
seat: Seat,
/** The number that its action must quote. */
prompt: number,
/** The longest time it may think, in milliseconds. */
millis: number, };

/** Who may read a chat message. */
export type Channel = "table" | { "allies": {
/** The seats. */
seats: SeatSet, } } | "watchers";

/** A chat message. */
export type ChatMessage = {
/** When it was sent, as Unix time in milliseconds. */
at: number,
/** The seat of the author, if it has one. */
seat: Seat | null,
/** The name of the author. */
name: string,
/** Who may read it. */
channel: Channel,
/** The text. */
text: string, };

/** A value of an option. */
export type Choice = {
/** As typed, as stored. */
value: string,
/** What it is called. */
name: Text,
/** For a way to play of its own, at which only people sit since no program sees what happens there: what it is like,
 * in a sentence. */
people: Text | null,
/** For one of several games in a box: its aim, in a sentence. */
goal: Text | null, };

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

/** What a seat can declare besides playing. Stored logs and records keep the words of the first version of the format. */
export type Declaration = "resign" | "flag" | "relay" | "take_back" | "draw" | "agree" | "decline";

/** The answer to a request that was carried out. */
export type Done = {
/** The id of the request. */
id: number,
/** The index of the action in the log, from 0. */
entry?: number,
/** The seat that was taken. */
seat?: Seat,
/** The id of another table. */
table?: string,
/** The token of a link. */
token?: string, };

/** A game as one viewer may see it, complete: it does not build on earlier frames. What is left out has its default
 * value: empty, none. */
export type Frame = {
/** The seats of the viewer. */
own: SeatSet,
/** Who may act now, or the result. */
turn: FrameTurn,
/** What the board draws, in the game's own format. */
view: unknown,
/** What the viewer is asked to do, for each own seat that may act. */
prompts?: Array<Prompt>,
/** The team of each seat, where seats play in teams. */
teams?: Array<number>,
/** The clocks, if the table has any. */
clocks?: FrameClocks,
/** The offer that waits for answers. */
offer?: OpenOffer,
/** The seats that left. */
gone?: SeatSet,
/** The groups of seats that may confer. */
may_confer?: Array<SeatSet>, };

/** The clocks when the frame was made. */
export type FrameClocks = {
/** The milliseconds that each seat has left. */
left: Array<number>,
/** The seats whose clocks are running. */
running: SeatSet, };

/** Who may act now, or the result. */
export type FrameTurn = { "seats": SeatSet } | "nature" | { "over": {
/** The place of each seat. */
places: Outcome,
/** The article by which it ended, if it has ended by one. */
by: string | null, } };

/** A game from its beginning, relative to the game that the worker was last asked about: the worker keeps the first
 * `keep` steps of that one and applies only what was added. */
export type GameHistory = {
/** The id of the game. */
game: string,
/** Seats and options. */
setup: Setup,
/** The position in notation at which it began, if not the opening. */
position: string | null,
/** How many steps are those of the last request. */
keep: number,
/** The steps after these. */
added: Array<Step>, };

/** The live movement of a hand. */
export type Hand = {
/** The seat. */
seat: Seat,
/** The length of the log when it was made: later entries make it old. */
log: number,
/** The movement, in the game's own format. */
movement: string, };

/** JSON that this layer passes on without reading it. */
export type Json = unknown;

/** A language of the house. */
export type Lang = "fr" | "en";

/** How a seat left a game. */
export type Leaving = "resigned" | "out_of_time";

/** A table that was opened from its record. */
export type Loaded = {
/** Its number in this worker. */
table: number,
/** The id of the game. */
game: string,
/** Seats and options. */
setup: Setup,
/** The position in notation at which it began, if not the opening. */
position: string | null,
/** The clock. */
clock: ClockRule,
/** The name of each seat; empty for none. */
names: Array<string>,
/** When it started, as the record says. */
started: string | null,
/** When something last happened, since the start. */
last: number, };

/** A table of this worker as the people at this screen see it. */
export type LocalState = {
/** The game. */
frame: Frame,
/** The steps, relative to those of the last state that the page has. */
steps: Steps,
/** The length of the log. */
log: number,
/** The bot that is to act now. */
bot: BotTurn | null, };

/** How to log out. */
export type LogOut = {
/** On every device. */
everywhere: boolean, };

/** The person of a session. */
export type Me = {
/** The name shown. */
name: string,
/** Whether the person has an account. */
account: boolean, };

/** A message from the server. */
export type Message = { "type": "frame" } & TableFrame | { "type": "hand" } & Hand | { "type": "done" } & Done | { "type": "refused",
/** The id of the request; 0 if the socket itself is refused. */
id: number,
/** The reason, for programs. */
code: string,
/** The article of the rulebook that forbids it, where the rules do. */
article?: string,
/** A sentence for people. */
why: Sentence,
/** The cells or pieces concerned. */
at?: Array<string>, } | { "type": "closing",
/** The reason, for programs: `closing`, `logged_out`. */
code: string, };

/** A name. */
export type Name = {
/** The name. */
name: string, };

/** Who shall sit in a seat of a new table. */
export type NewSeat = "me" | { "screen": string } | "open" | "link" | { "bot": string };

/** A table that a client asks for. */
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

/** What a seat can offer to the others. */
export type Offer = "take_back" | "draw";

/** What happens when a clock runs out. */
export type OnTimeout = "forfeit" | { "bot": string };

/** An offer that waits for the answers of the other seats. */
export type OpenOffer = {
/** The seat that made it. */
by: Seat,
/** What is offered. */
offer: Offer,
/** The seats that have accepted so far, the offering one included. */
accepted: SeatSet, };

/** The answer to a [`NewTable`]. */
export type Opened = {
/** The id of the new table. */
id: string, };

/** Something that a table chooses before it starts. */
export type OptionInfo = {
/** The field of the game's `Options`. */
key: string,
/** What it is called. */
name: Text,
/** Its values; the first is the default. */
choices: Array<Choice>, };

/** The places at the end: 1 is the best, equal places are ties, partners share theirs.
 *
 * A place is one more than the number of seats (of teams, where there are teams) that did strictly better:
 * two winners and a third seat are 1, 1, 3. */
export type Outcome = Array<number>;

/** The version of the protocol that this page speaks. */
export const PROTOCOL_VERSION = 2;

/** The HTTP header that carries it. */
export const PROTOCOL_HEADER = 'ludotheque-protocol';

/** A program of an account. */
export type Program = {
/** Its id, to revoke it. */
id: string,
/** Its name. */
name: string,
/** When its token expires, as Unix time in milliseconds. */
expires?: number,
/** Its token, shown when it is made and never again. */
token?: string, };

/** A seat is asked to act. */
export type Prompt = {
/** The seat. */
seat: Seat,
/** The number that its action must quote. */
prompt: number,
/** Its legal actions in notation. */
actions: Array<string>,
/** Whether there are others, which can't be listed. */
more?: boolean, };

/** From one number to another, both included. */
export type Range = {
/** The least. */
least: number,
/** The most. */
most: number, };

/** A person's rating at a game. */
export type Rating = {
/** The name of the person. */
name: string,
/** The game and the number of seats, as `game/2`. */
pool: string,
/** The Glicko-2 rating. */
rating: number,
/** Its uncertainty. */
deviation: number,
/** The number of rated games. */
games: number,
/** Whether it is a program. */
program: boolean, };

/** Why something is refused; nothing has changed. */
export type Refusal = {
/** The reason, for programs. */
code: string,
/** The article of the rulebook that forbids it, where the rules do. */
article?: string,
/** A sentence for people. */
why: Sentence,
/** The cells or pieces concerned. */
at?: Array<string>, };

/** Options that the rules refuse at some numbers of seats. */
export type RefusedSetup = {
/** The choice of each option that takes part; one or two. */
options: { [key in string]: string },
/** The numbers of seats. */
seats: Array<number>, };

/** What came of a movement of the hand. */
export type Rehearsed = {
/** All that is to be drawn, in the game's own format. */
shown: Json,
/** The action that it has come to, once the hand has let go. */
action: string | null, };

/** A message from a client. */
export type Request = {
/** Chosen by the client; comes back with the answer. */
id: number, } & ({ "do": "enter",
/** The version of the protocol that the client speaks; clients of version 1 sent none. */
version: number,
/** The token of a link to watch. */
token: string | null,
/** `seen` of the last frame received, after a lost connection. */
seen: Seen | null, } | { "do": "act",
/** The seat that acts. */
seat: Seat,
/** The number that the seat was prompted with: no action is performed twice. */
prompt: number,
/** The action in notation. */
action: string, } | { "do": "resign",
/** The seat that resigns. */
seat: Seat, } | { "do": "offer",
/** The seat that offers. */
seat: Seat,
/** What it offers. */
offer: Offer, } | { "do": "answer",
/** The seat that answers. */
seat: Seat,
/** Whether it accepts. */
accept: boolean, } | { "do": "plan",
/** The seat. */
seat: Seat,
/** Lines of actions from the present position on, of whoever is to act; each ends with one of the seat. None
 * cancels all plans. */
lines: Array<Array<string>>, } | { "do": "hand",
/** The seat. */
seat: Seat,
/** The movement, in the game's own format. */
movement: string, } | { "do": "predict",
/** The index of Nature's answer in the log: the one after the action's. */
entry: number,
/** The answer in notation. */
action: string, } | { "do": "chat",
/** Who may read it. */
channel: Channel,
/** The text. */
text: string, } | { "do": "join",
/** Which; any free one if it is left out. */
seat: Seat | null,
/** The token of the link. */
token: string | null, } | { "do": "leave",
/** The seat. */
seat: Seat, } | { "do": "start",
/** The id of the bot. */
bot: string, } | { "do": "abort", } | { "do": "rematch", } | { "do": "continue", } | { "do": "transfer_seat",
/** The seat. */
seat: Seat, } | { "do": "watch_link", });

/** A place at the table, counted from 0 in playing order. */
export type Seat = number;

/** A seat as others see it. What is left out has its default value. */
export type SeatInfo = {
/** Who may sit or sits there; a person if it is left out. */
kind?: SeatKind,
/** The name shown. */
name?: string,
/** The id of the bot that plays. */
bot?: string,
/** Whether the seat waits for its person, who has not come yet. */
waiting?: boolean,
/** Whether the person is not connected to the table now. */
away?: boolean,
/** Whether it is the viewer's. */
own?: boolean,
/** What the holder has planned, line by line: told to the holder alone. */
plans?: Array<Array<string>>, };

/** Who may sit or sits in a seat. */
export type SeatKind = "open" | "link" | "person" | "screen" | "bot";

/** A link that gives a seat. */
export type SeatLink = {
/** The seat. */
seat: Seat,
/** The token to quote when joining. */
token: string, };

/** A set of seats. */
export type SeatSet = Array<number>;

/** How much of a table a viewer has been sent: comes with every frame, opaque to clients, and is quoted after a lost
 * connection. It travels as a short text. */
export type Seen = string;

/** A sentence in both languages. */
export type Sentence = {
/** In French. */
fr: string,
/** In English. */
en: string, };

/** The number of seats, and the options that differ from a game's defaults. */
export type Setup = {
/** How many seats play. */
seats: number,
/** Options by key. */
options: { [key in string]: string }, };

/** A bot as lists show it. */
export type ShelfBot = {
/** Its id, as tables use it. */
id: string,
/** How it thinks. */
summary: Text,
/** The numbers of seats at which it can play. */
seats: Range, };

/** A game on the shelf. */
export type ShelfGame = {
/** Its id, in addresses and records. */
id: string,
/** The name on the box. */
name: string,
/** The author. */
author: string,
/** One sentence. */
summary: Text,
/** How many seats it may have. */
seats: Range,
/** The least age. */
age: number,
/** About how long a game lasts, in minutes. */
minutes: Range,
/** The version of its rules. */
rules_version: number,
/** What a table may choose. */
options: Array<OptionInfo>,
/** The set-ups that the rules refuse. */
refused: Array<RefusedSetup>,
/** The bots that it offers. */
bots: Array<ShelfBot>, };

/** How far a table is. */
export type Status = "waiting" | "playing" | "over" | "aborted";

/** One step of a game: an action, or a seat that left. */
export type Step = {
/** The seat that acted or left; `None` for Nature. */
seat: Seat | null,
/** The action in notation, or what was announced of a sealed one; `None` if the seat left the game. */
action: string | null,
/** When, in milliseconds since the start. */
at: number,
/** How the seat left, where it did. */
left?: Leaving, };

/** The steps of the game, relative to those sent before. */
export type Steps = {
/** How many of the known steps still stand; the rest are to be forgotten. */
from: number,
/** The steps that follow. */
added: Array<Step>, };

/** A table as one viewer may see it, complete but for the steps and chat messages that the viewer was sent before. What
 * is left out has its default value: `false`, empty, none. */
export type TableFrame = {
/** How much has been sent with this frame. */
seen: Seen,
/** The table around the game. */
table: TableInfo,
/** The game; left out where the table can no longer be judged and its position not be read. */
game?: Frame,
/** The steps that led to the position. */
steps: Steps,
/** The chat messages since the frame before. */
chat?: Array<ChatMessage>,
/** Whether all steps and messages are sent again with this frame: those known before are to be forgotten. */
fresh?: boolean,
/** How many watch without a seat. */
watchers?: number, };

/** A table around its game. What is left out has its default value: `false`, empty, none. */
export type TableInfo = {
/** Its id. */
id: string,
/** The id of the game. */
game: string,
/** The options that differ from the game's defaults. */
options?: { [key in string]: string },
/** The clock. */
clock?: ClockRule,
/** The position in notation at which it began, if not the opening. */
position?: string,
/** How far it is. */
status: Status,
/** Whether everybody may find and watch it. */
open?: boolean,
/** Whether it counts for ratings. */
rated?: boolean,
/** What happens when a clock runs out. */
on_timeout?: OnTimeout,
/** When it was made, as Unix time in milliseconds. */
created: number,
/** When it ended, likewise. */
ended?: number,
/** The places at the end. */
places?: Array<number>,
/** The article by which it ended. */
ended_by?: string,
/** Whether the viewer made it. */
hosting?: boolean,
/** The seats. */
seats: Array<SeatInfo>,
/** The tokens of the links to empty seats, for the host. */
links?: Array<SeatLink>,
/** The table of which it is the rematch or the continuation. */
previous?: string,
/** Its rematch or continuation. */
next?: string,
/** The version of the rules that it was played by, if today's program can't judge that one: the table is closed. */
outdated_rules?: number,
/** The seats that are to act; only in lists. */
to_act?: SeatSet,
/** When the next clock runs out, as Unix time in milliseconds; only in lists. */
due?: number, };

/** One text in every language of the house. */
export type Text = {
/** In French. */
fr: string,
/** In English. */
en: string, };

/** How the game may go on. */
export type Variation = {
/** The actions in notation. */
actions: Array<string>,
/** The chance of the seat to beat a rival, from 0 to 1. */
chance: number,
/** The number of actions after which it certainly wins. */
wins: number | null,
/** The number of actions after which it certainly loses, at the latest. */
loses: number | null,
/** How many actions ahead this variation was searched. */
depth: number, };

/** The answer of a worker. */
export type WorkerAnswer = { "ok": Json } | { "refused": Refusal } | { "failed": string };

/** A request of a page to a worker. */
export type WorkerRequest = { "ask": "rulebook",
/** The id of the game. */
game: string, } | { "ask": "open",
/** The id of the game. */
game: string,
/** Seats and options. */
setup: Setup,
/** The position in notation at which it begins, if not the opening. */
position: string | null,
/** The clock. */
clock: ClockRule,
/** The seats that bots hold. */
bots: SeatSet,
/** The seed of whatever chance decides. */
seed: number, } | { "ask": "load",
/** The record. */
record: string,
/** The seats that bots hold. */
bots: SeatSet,
/** The seed of whatever chance decides from here on. */
seed: number, } | { "ask": "close",
/** Its number. */
table: number, } | { "ask": "state",
/** Its number. */
table: number,
/** The time since it started. */
now: number,
/** `log` of the last state that the page has; 0 if it has none. */
seen: number, } | { "ask": "act",
/** The number of the table. */
table: number,
/** The seat. */
seat: Seat,
/** The number of the seat's prompt. */
prompt: number,
/** The action in notation. */
action: string,
/** The time since the table started. */
now: number, } | { "ask": "declare",
/** The number of the table. */
table: number,
/** The seat. */
seat: Seat,
/** The declaration. */
declaration: Declaration,
/** The time since the table started. */
now: number, } | { "ask": "tick",
/** The number of the table. */
table: number,
/** The time since the table started. */
now: number, } | { "ask": "record",
/** The number of the table. */
table: number,
/** The name of each seat; empty for none. */
names: Array<string>,
/** When it started, as text. */
started: string | null, } | { "ask": "past",
/** The game. */
history: GameHistory,
/** How many of its steps; all of them if it is left out. */
at: number | null,
/** The seats of the viewer. */
own: SeatSet, } | { "ask": "attempt",
/** The game. */
history: GameHistory,
/** After how many of its steps; after all of them if it is left out. */
at: number | null,
/** The seat that would act. */
seat: Seat,
/** The action in notation. */
action: string, } | { "ask": "position",
/** The game. */
history: GameHistory, } | { "ask": "rehearse",
/** The game. */
history: GameHistory,
/** After how many of its steps; after all of them if it is left out. */
at: number | null,
/** The seat. */
seat: Seat,
/** What it is done with, in the game's own words. */
what: string, } | { "ask": "feed",
/** What the hand is to do, in the game's own format. */
wish: unknown, } | { "ask": "model",
/** The id of the game. */
game: string,
/** The name of the piece. */
name: string, } | { "ask": "choose",
/** The game. */
history: GameHistory,
/** The seat that the bot holds. */
seat: Seat,
/** The id of the bot. */
bot: string,
/** Bots with the same seed choose alike. */
seed: number,
/** The most nodes. */
nodes: number | null,
/** The longest time, in milliseconds. */
millis: number | null, } | { "ask": "analyse",
/** The game. */
history: GameHistory,
/** After how many of its steps; after all of them if it is left out. */
at: number | null,
/** How many variations. */
variations: number,
/** The most nodes. */
nodes: number | null,
/** The longest time, in milliseconds. */
millis: number | null, } | { "ask": "applied", };
