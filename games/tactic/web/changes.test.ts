import { describe, expect, it } from 'vitest';
import { began, effectOf, meaningOf, stepOf } from './changes';
import { text } from './text';
import type { Piece, View } from './types';

/** The board's lower left corner is enough here. */
const board = {
  x: [
    [2, 6, 10],
    [0, 4, 8, 12],
    [1, 3, 5, 7, 9, 11],
    [0, 2, 4, 6, 8, 10, 12],
  ],
  kind: [],
  tracks: '1a-2a 1a-2b 2a-3a 2b-3b 2b-3c 3a-4a 3a-4b 4a-4b',
};

function view(pieces: string, more: Partial<View> = {}): View {
  const piece = (word: string): Piece => {
    const letter = word[0] ?? '';
    const seat = letter === letter.toUpperCase() ? 0 : 1;
    const role = /g/i.test(letter) ? 'guard' : /a/i.test(letter) ? 'arrived' : 'patrol';
    return { station: word.slice(1), seat, role };
  };
  return {
    board,
    pieces: pieces.split(' ').filter(Boolean).map(piece),
    reserve: [2, 2],
    points: [0, 0],
    variant: 'base',
    next: 0,
    begun: '-',
    penalty: false,
    blocked: [],
    shuttles: [],
    quiet_left: 60,
    quiet_limit: 60,
    end: null,
    ...more,
  };
}

const stepOfSeat0 = (action: string) => ({ seat: 0, action, at: 0 });

describe('what a step did', () => {
  it('reads every kind of notation', () => {
    expect(meaningOf('3b-4c')).toEqual({ kind: 'move', from: '3b', to: '4c' });
    expect(meaningOf('@11f')).toEqual({ kind: 'enter', to: '11f' });
    expect(meaningOf('lose 5c')).toEqual({ kind: 'lose', from: '5c' });
    expect(meaningOf('lose reserve')).toEqual({ kind: 'loseReserve' });
    expect(meaningOf('pass')).toEqual({ kind: 'pass' });
    expect(meaningOf('4c')).toBeNull();
  });

  it('tells a forward step, a lateral one and a jump apart', () => {
    expect(effectOf(view('P3a'), view('P4a'), '3a-4a')).toMatchObject({ kind: 'forward', arrives: false });
    expect(effectOf(view('P4a'), view('P4b'), '4a-4b')).toMatchObject({ kind: 'lateral' });
    expect(effectOf(view('G4b'), view('G3a'), '4b-3a')).toMatchObject({ kind: 'jump' });
  });

  it('sees an arrival', () => {
    expect(effectOf(view('p2a', { next: 1 }), view('a1a', { next: 1 }), '2a-1a')).toMatchObject({
      arrives: true,
      seat: 1,
    });
  });

  it('takes the guard that enters, or is lost, from the last place of the reserve that was full', () => {
    const [full, after] = [view(''), view('G3a', { reserve: [1, 2] })];
    expect(effectOf(full, after, '@3a')).toEqual({ kind: 'enter', seat: 0, to: '3a', slot: 1 });
    const blocked = view('P2a', { blocked: ['2a'], penalty: true });
    expect(effectOf(blocked, view('P2a', { reserve: [1, 2] }), 'lose reserve')).toEqual({
      kind: 'loseReserve',
      seat: 0,
      slot: 1,
      walls: ['2a'],
    });
  });

  it('knows which step the turn has begun with', () => {
    const effect = effectOf(view('P3a'), view('P4a'), '3a-4a');
    expect(effect && began(view('P4a', { begun: '>4a' }), effect)).toBe(true);
    expect(effect && began(view('P4a', { begun: '>4b' }), effect)).toBe(false);
    expect(effect && began(view('P4a', { begun: '>4a', next: 1 }), effect)).toBe(false);
  });

  it('counts the steps of a turn', () => {
    expect(stepOf(view('', { begun: '-' }))).toBe(1);
    expect(stepOf(view('', { begun: 'paid' }))).toBe(1);
    expect(stepOf(view('', { begun: 'guard' }))).toBe(2);
  });
});

describe('a step in words', () => {
  it('says what was done and who goes on', () => {
    const after = view('P4a', { begun: '>4a' });
    expect(text.tell?.(stepOfSeat0('3a-4a'), view('P3a'), after, 'en')).toBe(
      'Yellow goes forward from 3a to 4a; one more step for Yellow',
    );
    expect(text.tell?.(stepOfSeat0('3a-4a'), view('P3a'), view('P4a', { next: 1 }), 'fr')).toBe(
      'Jaune avance de 3a à 4a ; à Rouge',
    );
  });

  it('says why something is lost', () => {
    const before = view('P2a G3a', { penalty: true, blocked: ['2a'] });
    expect(text.tell?.(stepOfSeat0('lose 3a'), before, view('P2a', { next: 1 }), 'en')).toBe(
      'Yellow loses the yellow guard on 3a (T12); Red to play',
    );
    const after = view('P4a', { next: 1, penalty: true });
    expect(text.tell?.(stepOfSeat0('3a-4a'), view('P3a'), after, 'en')).toMatch(/Red .*\(T12\)/);
  });

  it('counts an aller-retour when the turn is over', () => {
    const shuttles = [{ seat: 0, between: ['4a', '4b'] as [string, string], turns: 4 }];
    expect(
      text.tell?.(stepOfSeat0('4a-4b'), view('P4a'), view('P4b', { next: 1, shuttles }), 'en'),
    ).toContain('aller-retour: 4 turns of 6 (T15)');
  });
});
