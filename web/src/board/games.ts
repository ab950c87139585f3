/// What the games' folders hold, found by their paths: each is loaded when it is needed.
import type { Component } from 'svelte';
import type { LessonStep } from '../learn/lesson';
import type { AnyBoard, AnyEditor, AnyTally, AnyText, AnyView, BoardProps, TallyProps } from './contract';

type Lazy<T> = Record<string, () => Promise<T>>;
type Module<P extends object> = { default: Component<P> };

const boards: Lazy<Module<BoardProps<AnyView>>> = import.meta.glob<Module<BoardProps<AnyView>>>(
  '../../../games/*/web/Board.svelte',
);
const tallies: Lazy<Module<TallyProps<AnyView>>> = import.meta.glob<Module<TallyProps<AnyView>>>(
  '../../../games/*/web/Tally.svelte',
);
const covers: Lazy<Module<Record<string, never>>> = import.meta.glob<Module<Record<string, never>>>(
  '../../../games/*/web/Cover.svelte',
);
const texts: Lazy<{ text: AnyText }> = import.meta.glob<{ text: AnyText }>('../../../games/*/web/text.ts');

const editors: Lazy<{ editor: AnyEditor }> = import.meta.glob<{ editor: AnyEditor }>(
  '../../../games/*/web/editor.ts',
);
const lessons: Lazy<{ steps: LessonStep[] }> = import.meta.glob<{ steps: LessonStep[] }>(
  '../../../games/*/lesson.json',
  { import: 'default' },
);
const puzzles: Lazy<string> = import.meta.glob<string>('../../../games/*/puzzles.txt', {
  query: '?raw',
  import: 'default',
});

async function load<T>(found: Lazy<T>, game: string, file: string): Promise<T | undefined> {
  return found[`../../../games/${game}/web/${file}`]?.();
}

/** The board of a game, if it has one. */
export async function board(game: string): Promise<AnyBoard | undefined> {
  return (await load(boards, game, 'Board.svelte'))?.default;
}

/** Whether a game can be played on the page. */
export function hasBoard(game: string): boolean {
  return `../../../games/${game}/web/Board.svelte` in boards;
}

/** What a seat has, beside its name. */
export async function tally(game: string): Promise<AnyTally | undefined> {
  return (await load(tallies, game, 'Tally.svelte'))?.default;
}

/** The cover of the box. */
export async function cover(game: string): Promise<Component<Record<string, never>> | undefined> {
  return (await load(covers, game, 'Cover.svelte'))?.default;
}

/** The words of a game. */
export async function text(game: string): Promise<AnyText> {
  return (await load(texts, game, 'text.ts'))?.text ?? {};
}

/** How positions of a game are set up, if they can be. */
export async function editor(game: string): Promise<AnyEditor | undefined> {
  return (await load(editors, game, 'editor.ts'))?.editor;
}

/** Whether positions of a game can be set up. */
export function hasEditor(game: string): boolean {
  return `../../../games/${game}/web/editor.ts` in editors;
}

/** Whether a game has a lesson. */
export function hasLesson(game: string): boolean {
  return `../../../games/${game}/lesson.json` in lessons;
}

/** The steps of a game's lesson. */
export async function lesson(game: string): Promise<LessonStep[]> {
  return (await lessons[`../../../games/${game}/lesson.json`]?.())?.steps ?? [];
}

/** The file of a game's puzzles. */
export async function puzzleFile(game: string): Promise<string> {
  return (await puzzles[`../../../games/${game}/puzzles.txt`]?.()) ?? '';
}
