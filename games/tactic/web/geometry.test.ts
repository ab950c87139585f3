import { describe, expect, it } from 'vitest';
import type { Spot } from '$board/spots';
import { read } from './drawing';
import { around, aside, heading, point, SIZE } from './geometry';
import { walk } from './walk';

const CORNER = ` 4    O---o---o---o---o---o---O
       \\ / \\ / \\ / \\ / \\ / \\ /
 3      o   o   o   o   G   o
       /     \\ /     \\ /     \\
 2    P-------O-------O-------O
        \\   /   \\   /   \\   /
 1        #       P       p

2a-3a        yes
2a-2b        no: T5
@3a, 2a-2b   oui`;

describe('a drawing of the rulebook', () => {
  const drawing = read(CORNER);

  it('has stations with names and kinds', () => {
    expect(drawing.lines).toEqual([1, 4]);
    expect(drawing.net.stations.size).toBe(20);
    expect(drawing.net.stations.get('3e')).toEqual({ line: 3, x: 9, kind: 'transit' });
    expect(drawing.net.stations.get('1c')).toEqual({ line: 1, x: 10, kind: 'central' });
  });

  it('has pieces; a patrol in the other home has arrived', () => {
    expect(drawing.pieces).toContainEqual({ station: '2a', seat: 0, role: 'patrol' });
    expect(drawing.pieces).toContainEqual({ station: '3e', seat: 0, role: 'guard' });
    expect(drawing.pieces).toContainEqual({ station: '1c', seat: 1, role: 'arrived' });
  });

  it('has the tracks that its strokes draw', () => {
    const ahead = (station: string) => around(drawing.net, station, 0).forward.sort();
    expect(ahead('1a')).toEqual(['2a', '2b']);
    expect(ahead('2a')).toEqual(['3a']);
    expect(ahead('2b')).toEqual(['3b', '3c']);
    expect(ahead('3f')).toEqual(['4f', '4g']);
    expect(around(drawing.net, '2b', 0).aside.sort()).toEqual(['2a', '2c']);
    expect(around(drawing.net, '3b', 1).aside).toEqual([]);
  });

  it('has what is tried, and by which article it fails', () => {
    expect(drawing.tries.map(({ article }) => article)).toEqual([null, 'T5', null]);
    expect(drawing.tries[2]).toEqual({ actions: ['@3a', '2a-2b'], article: null });
  });
});

describe('the board as a seat sees it', () => {
  it('turns by quarters', () => {
    const here = point(2, 1, 0);
    expect(point(2, 1, 2)).toEqual({ x: SIZE - here.x, y: SIZE - here.y });
    expect(heading(0, 0)).toBe(0);
    expect(heading(1, 2)).toBe(0);
    expect(heading(1, 1)).toBe(270);
  });

  it('keeps the reserve of the lower seat in the lower corners', () => {
    expect(aside('reserve', 1, 0, 2)).toEqual(aside('reserve', 0, 0, 0));
    expect(aside('reserve', 0, 1, 0).y).toBeGreaterThan(SIZE / 2);
  });

  it('is walked line by line without drifting', () => {
    const spots: Spot[] = [...read(CORNER).net.stations].map(([id, { x, line }]) => {
      return { id, ...point(x, line, 0), size: 40, shape: 'round', taken: false, label: id };
    });
    const find = (id: string) => spots.find((spot) => spot.id === id) as Spot;
    let [at, column] = ['1b', find('1b').x];
    const way: string[] = [];
    for (;;) {
      const next = walk(spots, find(at), 'ArrowUp', column);
      if (!next) break;
      [at, column] = [next.id, next.column];
      way.push(at);
    }
    expect(way).toEqual(['2c', '3d', '4d']);
    expect(walk(spots, find('4d'), 'ArrowLeft', 0)?.id).toBe('4c');
    expect(walk(spots, find('4a'), 'ArrowLeft', 0)).toBeNull();
  });
});
