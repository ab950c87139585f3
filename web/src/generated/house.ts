// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.

/** An answer. */
export type Answer = { "ok": unknown } | { "refused": Refusal } | { "bad_record": BadRecord } | { "failed": string };

/** A question of a page; the answer to each is named in its comment. */
export type Ask = { "ask": "rulebook",
/** The game's id. */
game: string, } | { "ask": "open",
/** The game's id. */
game: string,
/** Seats and options. */
setup: Setup,
/** How much time there is. */
clock: ClockRule,
/** For whatever chance decides. */
seed: number, } | { "ask": "load",
/** The record. */
record: string,
/** For whatever chance decides from now on. */
seed: number, } | { "ask": "close",
/** The table. */
table: number, } | { "ask": "frame",
/** The table. */
table: number,
/** The seats of whoever looks. */
own: SeatSet,
/** The time since the table started. */
now: number, } | { "ask": "told",
/** The table. */
table: number,
/** The seats of whoever listens. */
own: SeatSet,
/** How many steps are known already. */
from: number, } | { "ask": "act",
/** The table. */
table: number,
/** The seat. */
seat: Seat,
/** What the seat was asked. */
prompt: number,
/** The action in notation. */
action: string,
/** The time since the table started. */
now: number, } | { "ask": "say",
/** The table. */
table: number,
/** The seat. */
seat: Seat,
/** The word. */
word: Word,
/** The time since the table started. */
now: number, } | { "ask": "tick",
/** The table. */
table: number,
/** The time since the table started. */
now: number, } | { "ask": "record",
/** The table. */
table: number,
/** Who sits where; empty for nobody in particular. */
names: Array<string>,
/** When it started, as people write it. */
started: string | null, } | { "ask": "past",
/** The line. */
line: Line,
/** The seats of whoever looks. */
own: SeatSet, } | { "ask": "attempt",
/** What was played before. */
line: Line,
/** Who would act. */
seat: Seat,
/** The action in notation. */
action: string, } | { "ask": "position",
/** The line. */
line: Line, } | { "ask": "rehearse",
/** What was played before. */
line: Line,
/** Whose hand it is. */
seat: Seat,
/** With what, in the game's own words. */
what: string, } | { "ask": "feed",
/** What it wants, in the game's own words. */
wish: unknown, } | { "ask": "model",
/** The game's id. */
game: string,
/** The piece's name. */
name: string, } | { "ask": "choose",
/** What was played before. */
line: Line,
/** The seat that the bot holds. */
seat: Seat,
/** The bot's id. */
bot: string,
/** Bots of the same seed choose alike. */
seed: number,
/** At most so many nodes. */
nodes: number | null,
/** At most so long. */
millis: number | null, } | { "ask": "analyse",
/** What was played before. */
line: Line,
/** How many lines. */
lines: number,
/** At most so many nodes. */
nodes: number | null,
/** At most so long. */
millis: number | null, };

/** A question that waits for everybody's answer. */
export type Asked = {
/** Who asked. */
by: Seat,
/** What. */
question: Question,
/** Who agreed so far. */
agreed: SeatSet, };

/** What an action would do. */
export type Attempted = {
/** The action in canonical notation. */
action: string,
/** The table as whoever acted would see it. */
frame: Frame, };

/** A record that can't be read. */
export type BadRecord = {
/** The line, counted from 1. */
line: number,
/** What is wrong with it, in English. */
problem: string, };

/** A bot as a list shows it. */
export type BotOnShelf = {
/** The name that tables use. */
id: string,
/** How it thinks. */
summary: Text,
/** The seat counts at which it can play. */
seats: Range, };

/** A value of an option. */
export type Choice = {
/** As typed, as stored. */
value: string,
/** What it is called. */
name: Text,
/** For a way to play of its own, at which only people sit since no program sees what happens there: what it is like,
 * in a sentence. */
people: Text | null, };

/** How much time a table gives. */
export type ClockRule = "none" | { "fischer": {
/** Seconds at the start. */
start: number,
/** Seconds added after each turn. */
increment: number, } } | { "per_action": {
/** Seconds for an action. */
limit: number, } };

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

/** A box on the shelf. */
export type GameOnShelf = {
/** Its name in addresses and records. */
id: string,
/** Its name on the box. */
name: string,
/** Who made it. */
author: string,
/** One sentence. */
summary: Text,
/** How many seats it may have. */
seats: Range,
/** From which age. */
age: number,
/** About how long a game lasts, in minutes. */
minutes: Range,
/** The version of its rules. */
rules_version: number,
/** What a table may choose. */
options: Array<OptionInfo>,
/** Who plays when nobody else does. */
bots: Array<BotOnShelf>, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** A language of the house. */
export type Lang = "fr" | "en";

/** A game from its beginning to some step. */
export type Line = {
/** The game's id. */
game: string,
/** Seats and options. */
setup: Setup,
/** What was played. */
steps: Array<Told>, };

/** A table that was read from its record. */
export type Loaded = {
/** Its number here. */
table: number,
/** The game's id. */
game: string,
/** Seats and options. */
setup: Setup,
/** How much time there is. */
clock: ClockRule,
/** Who sits where; empty for nobody in particular. */
names: Array<string>,
/** When it started, as people wrote it. */
started: string | null,
/** When something last happened, since the start. */
last: number, };

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

/** From one number to another, both included. */
export type Range = {
/** The least. */
least: number,
/** The most. */
most: number, };

/** Why a table refused something; nothing has changed. */
export type Refusal = {
/** What kind of refusal it is. */
kind: RefusalKind,
/** The article that forbids it, if the rulebook does. */
article: string | null,
/** One sentence, if the rulebook forbids it. */
why: Text | null,
/** The cells or pieces concerned. */
at: Array<string>, };

/** What kind of refusal it is. */
export type RefusalKind = "illegal" | "malformed" | "stale" | "out_of_time" | "over" | "not_seated" | "nothing_to_take_back" | "nothing_asked" | "already_asked";

/** What came of what a hand wanted. */
export type Rehearsed = {
/** All that is to be drawn, in the game's own words. */
shown: unknown,
/** The action that it has come to, once the hand has let go. */
action: string | null, };

/** A place at the table, counted from 0 in playing order. */
export type Seat = number;

/** A set of seats. */
export type SeatSet = Array<number>;

/** The number of seats, and the options that differ from a game's defaults. */
export type Setup = {
/** How many seats play. */
seats: number,
/** Options by key. */
options: { [key in string]: string }, };

/** One text in every language of the house. */
export type Text = {
/** In French. */
fr: string,
/** In English. */
en: string, };

/** What a bot thinks of a position so far. */
export type Thought = {
/** The seat that is to act. */
seat: Seat,
/** The best lines, the best first. */
lines: Array<ThoughtLine>,
/** How many actions ahead it has looked. */
depth: number,
/** How many nodes it has used. */
nodes: number, };

/** How the game may go on. */
export type ThoughtLine = {
/** The actions in notation. */
actions: Array<string>,
/** The chance of the seat to beat a rival, from 0 to 1. */
chance: number,
/** It certainly wins after so many actions. */
wins: number | null,
/** It certainly loses after so many actions at the latest. */
loses: number | null,
/** How many actions ahead this line was looked into. */
depth: number, };

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
