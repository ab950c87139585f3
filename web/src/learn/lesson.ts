/// Lessons: data in the games' own folders.
import type { Text } from '../generated/protocol';

/** A step of a lesson: a position, what to learn from it, and something to do. */
export interface LessonStep {
  /** The name of the chapter that begins with this step; the first one has none. */
  chapter?: Text;
  title: Text;
  /** The articles that it is about. */
  articles: string[];
  seats: number;
  options?: Record<string, string>;
  /** The position in notation from which the line leads on, if not the opening. */
  position?: string;
  /** What leads to the position. */
  line: string;
  text: Text;
  task: Text;
  hint: Text;
  done: Text;
  /** The accepted turns: all their actions in notation, or the first ones; `…` matches any text. */
  answers: string[];
  /** Where an answer leaves that open: a turn that does it. */
  example?: string;
  /** What the rules refuse, and by which article. */
  refused: Record<string, string>;
}

/** The steps of one chapter, each with its number in the lesson. */
export interface Chapter {
  name: Text | null;
  steps: { step: LessonStep; number: number }[];
}

/** The chapters of a lesson. */
export function chaptersOf(steps: LessonStep[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.chapter || chapters.length === 0) chapters.push({ name: step.chapter ?? null, steps: [] });
    chapters.at(-1)?.steps.push({ step, number: index + 1 });
  }
  return chapters;
}
