import { expect, it } from 'vitest';
import { chaptersOf, type LessonStep } from './lesson';

const both = (text: string) => ({ fr: text, en: text });
const step = (title: string, chapter?: string): LessonStep => ({
  ...(chapter ? { chapter: both(chapter) } : {}),
  title: both(title),
  articles: ['B1'],
  seats: 2,
  line: '',
  text: both(''),
  task: both(''),
  hint: both(''),
  done: both(''),
  answers: [],
  refused: {},
});

it('begins a chapter where a step names one, and numbers the steps through', () => {
  const chapters = chaptersOf([step('a'), step('b'), step('c', 'More'), step('d')]);
  expect(chapters.map(({ name, steps }) => [name?.en, steps.map(({ number }) => number)])).toEqual([
    [undefined, [1, 2]],
    ['More', [3, 4]],
  ]);
});
