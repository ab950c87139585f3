import { describe, expect, it } from 'vitest';
import { Picker, type Reading } from './picker.svelte';

const READINGS: Reading[] = [
  { action: 'a1', path: ['a1'] },
  { action: 'b2-c3', path: ['b2', 'c3'] },
  { action: 'b2-b3', path: ['b2', 'b3'], kind: 'stack' },
  { action: 'c1-c2', path: ['c1', 'c2'] },
  { action: 'd1-d2=red', path: ['d1', 'd2'] },
  { action: 'd1-d2=blue', path: ['d1', 'd2'] },
];

function picker(disabled = false) {
  const acted: string[] = [];
  const attempted: string[] = [];
  const made = new Picker({
    readings: () => READINGS,
    guess: (path) => path.join('-'),
    act: (action) => acted.push(action),
    attempt: (action) => attempted.push(action),
    disabled: () => disabled,
  });
  return { made, acted, attempted };
}

describe('presses', () => {
  it('acts at once where one press is enough', () => {
    const { made, acted } = picker();
    made.press('a1');
    expect(acted).toEqual(['a1']);
  });

  it('shows where to go on, then acts', () => {
    const { made, acted } = picker();
    made.press('b2');
    expect([made.selected, [...made.targets].sort()]).toEqual(['b2', ['b3', 'c3']]);
    expect([...made.kinds]).toEqual([['b3', 'stack']]);
    made.press('c3');
    expect([acted, made.selected]).toEqual([['b2-c3'], null]);
  });

  it('takes up another piece, or puts it down again', () => {
    const { made, acted } = picker();
    made.press('b2');
    made.press('c1');
    expect(made.selected).toBe('c1');
    made.press('c1');
    expect([made.selected, acted]).toEqual([null, []]);
  });

  it('acts on nothing else while a piece is held: the press is refused, and puts the piece down', () => {
    const { made, acted, attempted } = picker();
    made.press('b2');
    made.press('a1');
    expect([acted, attempted, made.selected]).toEqual([[], ['b2-a1'], null]);
    made.press('a1');
    expect(acted).toEqual(['a1']);
  });

  it('tries what is forbidden', () => {
    const { made, acted, attempted } = picker();
    made.press('b2');
    made.press('e5');
    made.press('e5');
    expect([acted, attempted]).toEqual([[], ['b2-e5', 'e5']]);
  });

  it('asks where presses do not decide', () => {
    const { made, acted } = picker();
    made.press('d1');
    made.press('d2');
    expect(made.choices.map((choice) => choice.action)).toEqual(['d1-d2=red', 'd1-d2=blue']);
    made.choose(READINGS[5] as Reading);
    expect([acted, made.choices]).toEqual([['d1-d2=blue'], []]);
  });

  it('hears nothing when it is disabled', () => {
    const { made, acted, attempted } = picker(true);
    made.press('a1');
    expect([acted, attempted]).toEqual([[], []]);
  });
});

describe('drags', () => {
  it('drops on a spot', () => {
    const { made, acted } = picker();
    expect(made.lift('b2', 1, 2)).toBe(true);
    made.carry(3, 4);
    expect(made.lifted).toEqual({ spot: 'b2', x: 3, y: 4 });
    made.drop('b3');
    expect([acted, made.lifted]).toEqual([['b2-b3'], null]);
  });

  it('lifts nothing that goes nowhere, and keeps what is dropped where it was', () => {
    const { made, acted } = picker();
    expect(made.lift('a1', 0, 0)).toBe(false);
    made.lift('b2', 0, 0);
    made.drop('b2');
    expect([acted, made.selected]).toEqual([[], 'b2']);
  });
});
