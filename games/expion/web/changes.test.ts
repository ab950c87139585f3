import { describe, expect, it } from 'vitest';
import { seatLooks, turnsFor } from './camps';
import { aim, changes, meaningOf } from './changes';
import { read } from './diagrams';
import { ahead, bearing, beyond, centre, LAYOUT } from './geometry';
import { aimInWords, cellInWords, text } from './text';
import type { View } from './types';

/** A position: `n d5`, `x e5` and so on. */
function view(pieces: string, more: Partial<View> = {}): View {
  const cells = (letter: string) =>
    pieces.split(', ').flatMap((piece) => (piece.startsWith(letter) ? [piece.slice(2)] : []));
  const colour = (letter: string, seat: number) => ({ letter, seat, team: seat % 2, marbles: cells(letter) });
  return {
    board: LAYOUT,
    colours: ['n', 'e', 's', 'w'].map(colour),
    ball: cells('x')[0] ?? 'e5',
    next: 0,
    turn: 0,
    ally: null,
    captures: [],
    first_capture: false,
    quiet_left: 200,
    quiet_limit: 200,
    gone: [],
    end: null,
    winner: null,
    ...more,
  };
}

describe('what an action did', () => {
  it('reads every kind of notation', () => {
    expect(meaningOf('e1-e4')).toEqual({ kind: 'move', from: 'e1', to: 'e4', called: false });
    expect(meaningOf('d4>e4*')).toEqual({ kind: 'push', from: 'd4', to: 'e4', called: true });
    expect(meaningOf('pass').kind).toBe('pass');
  });

  it('names the two between which a marble was caught, and no others', () => {
    const before = view('n c5, e d5, n e6, n d6, x h5');
    const done = changes(before, view('n c5, n e5, n d6, x h5'), 'e6-e5');
    expect(done.departures).toEqual([
      { marble: { cell: 'd5', letter: 'e' }, jaws: ['c5', 'e5'], chameleon: false },
    ]);
    expect(done.mover).toEqual({ cell: 'e5', letter: 'n' });
  });

  it('counts the ball among them only after a call', () => {
    const before = view('s d6, x d5, e e5, s f4');
    const done = changes(before, view('s d6, x d5, s f5'), 'f4-f5*');
    expect(done.departures).toEqual([
      { marble: { cell: 'e5', letter: 'e' }, jaws: ['d5', 'f5'], chameleon: true },
    ]);
  });

  it('sees a push, and what the pushed ball catches', () => {
    const done = changes(view('w c5, x d5, n f5, w g5'), view('w d5, x e5, w g5'), 'c5>d5*');
    expect(done.pushed).toBe('d5');
    expect(done.departures[0]?.jaws).toEqual(['e5', 'g5']);
  });
});

describe('what an action would do', () => {
  const actions = ['f4-f5', 'f4-f5*', 'd6>d5'];
  const listed = view('s d6, x d5, e e5, s f4', {
    captures: [{ action: 'f4-f5*', marbles: ['e5'] }],
  });

  it('tells what only the chameleon takes', () => {
    expect(aim(listed, actions, 'f4', 'f5')).toMatchObject({
      taken: [],
      more: ['e5'],
      silent: true,
      ball: null,
    });
  });

  it('tells where a call is no choice', () => {
    expect(aim(listed, ['f4-f5*'], 'f4', 'f5')).toMatchObject({ more: ['e5'], silent: false });
  });

  it('tells where a push drives the ball', () => {
    expect(aim(listed, actions, 'd6', 'd5')).toMatchObject({ ball: 'd4', silent: true });
    expect(aim(listed, actions, 'd6', 'e6')).toBeNull();
  });
});

describe('the drawing', () => {
  it('turns so that a seat sees its own camp below, looking up', () => {
    const homes = { n: 'e9', e: 'i5', s: 'e1', w: 'a5' };
    for (const [seat, letter] of (['n', 'e', 's', 'w'] as const).entries()) {
      const rotation = turnsFor(seat, 4);
      expect(centre(homes[letter], 9, rotation)).toEqual({ x: 450, y: 850 });
      expect((bearing(letter, rotation) + 720) % 360).toBe(270);
    }
  });

  it('knows what lies ahead and beyond', () => {
    expect(ahead('e1', 's')).toBe('e2');
    expect(ahead('c4', 'w')).toBe('d4');
    expect(beyond('d8', 'c8')).toBe('b8');
  });

  it('reads a drawing of the rulebook', () => {
    const drawing = read('5  .  w  x  e\n   b  c  d  e\nOuest : c5>d5\nrefusé : X12\n');
    expect(drawing).toMatchObject({ action: 'c5>d5', refused: 'X12' });
    expect(drawing.boards[0]).toMatchObject({ columns: ['b', 'c', 'd', 'e'], rows: ['5'], ball: 'd5' });
    expect(drawing.boards[0]?.marbles).toEqual([
      { cell: 'c5', letter: 'w' },
      { cell: 'e5', letter: 'e' },
    ]);
  });
});

describe('the words', () => {
  it('name the seats by how many play', () => {
    const names = (seats: number) => seatLooks(seats).map((look) => look.name.en);
    expect(names(2)).toEqual(['North–South', 'East–West']);
    expect(names(3)).toEqual(['North–South', 'East', 'West']);
    expect(names(4)).toEqual(['North', 'East', 'South', 'West']);
  });

  it('say why a marble left', () => {
    const before = view('s d6, x d5, e e5, s f4');
    const after = view('s d6, x d5, s f5', { first_capture: true });
    const words = text.tell?.({ seat: 2, action: 'f4-f5*', at: 0 }, before, after, 'en');
    expect(words).toBe(
      'South: the marble on f4 goes to f5; chameleon called; ' +
        'marble of East on e5, captured between the ball and f5 (X16); ' +
        'first capture: from now on marbles may go backward (X11)',
    );
  });

  it('say who won', () => {
    const after = view('s b4, x a4', { end: 'X17' });
    const words = text.tell?.({ seat: 2, action: 'c4>b4', at: 0 }, view('s c4, x b4'), after, 'fr');
    expect(words).toBe(
      'Sud : la bille de c4 pousse l’EX*PION de b4 en a4 ; l’EX*PION est dans le camp de l’ouest : gagné (X17)',
    );
  });

  it('say what going somewhere would do', () => {
    const push = { from: 'd6', to: 'd5', ball: 'd4', taken: ['c5', 'e5'], more: ['d3'], silent: true };
    expect(aimInWords(push, 'en')).toEqual([
      'pushes the ball to d4',
      'captures c5 and e5',
      'by the chameleon, captures d3',
    ]);
  });

  it('say what a cell holds', () => {
    const now = view('s e1, x e5');
    expect(cellInWords(now, 'e1', { cell: 'e1', letter: 's' }, 'en')).toBe(
      'e1, marble of South, in its camp',
    );
    expect(cellInWords(now, 'b2', undefined, 'en')).toBe('b2, free, special, no ball (X2)');
    expect(cellInWords(now, 'e5', undefined, 'fr')).toBe('e5, l’EX*PION');
  });
});
