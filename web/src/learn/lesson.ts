/// Lessons: data in the games' own folders.
import type { Text } from '../generated/protocol';

/** A step of a lesson: a position, what to learn from it, and something to do. */
export interface LessonStep {
  title: Text;
  /** The articles that it is about. */
  articles: string[];
  seats: number;
  options?: Record<string, string>;
  /** What leads to the position, from the opening. */
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
