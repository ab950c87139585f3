import { expect, it } from 'vitest';
import { french } from './french';

it('keeps high punctuation with its word', () => {
  expect(french('Lequel ? Oui : celui-ci ; bien ! À 71 %.')).toBe(
    'Lequel\u202f? Oui\u00a0: celui-ci\u202f; bien\u202f! À 71\u202f%.',
  );
  expect(french('dit « passe » deux fois')).toBe('dit «\u00a0passe\u00a0» deux fois');
});

it('curves apostrophes', () => {
  expect(french("L'un d’eux n'a rien")).toBe('L’un d’eux n’a rien');
});

it('changes nothing that is printed already, nor what needs no space', () => {
  for (const text of ['12:30', 'https://example.org/?a=1', 'Oui\u00a0: ça', 'Trois gardes.']) {
    expect(french(text)).toBe(text);
  }
});
