import { describe, expect, it } from 'vitest';
import { changes, meaningOf } from './changes';
import type { View } from './types';

function view(side: number, ...piles: string[]): View {
  const of = (seat: number) =>
    piles
      .map((text) => text.split(' '))
      .filter(([, owner]) => Number(owner) === seat)
      .map(([cell, , height]) => `${cell}${height}`)
      .join(' ');
  const counts = { reserve: [20, 20], score: [0, 0] };
  return { side, piles: [of(0), of(1)], quiet_left: 60, quiet_limit: 60, ...counts };
}

describe('what an action did', () => {
  it('reads every kind of notation', () => {
    expect(meaningOf('b2')).toEqual({ kind: 'place', from: null, to: 'b2' });
    expect(meaningOf('b2+c3')).toEqual({ kind: 'stack', from: 'b2', to: 'c3' });
    expect(meaningOf('b2xc3').kind).toBe('substitute');
    expect(meaningOf('pass').kind).toBe('pass');
  });

  it('sees a substitution send as many pawns as stood there', () => {
    const done = changes(view(4, 'b2 0 3', 'c3 1 2'), view(4, 'b2 0 1', 'c3 0 2'), 'b2xc3');
    expect(done.arrival).toEqual({ cell: 'c3', from: 'b2', count: 2 });
    expect(done.departures).toEqual([
      { pile: { cell: 'c3', seat: 1, height: 2 }, why: 'substituted', walls: [] },
    ]);
  });

  it('sees an encirclement and its walls', () => {
    const done = changes(view(4, 'a4 0 2', 'b4 1 1'), view(4, 'a3 1 1', 'b4 1 1'), 'a3');
    expect(done.departures).toHaveLength(1);
    expect(done.departures[0]?.why).toBe('encircled');
    expect(done.departures[0]?.walls.sort()).toEqual(['a3', 'b4']);
  });

  it('sees a whole pile stacked', () => {
    const done = changes(view(4, 'b2 0 1', 'c3 0 2'), view(4, 'c3 0 3'), 'b2+c3');
    expect(done).toMatchObject({ arrival: { cell: 'c3', from: 'b2', count: 1 }, departures: [] });
  });
});
