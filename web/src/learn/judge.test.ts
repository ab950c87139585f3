import { describe, expect, it } from 'vitest';
import { actionsOf, judge, next, spotOf } from './judge';

describe('a turn of one action', () => {
  it('is done or wrong', () => {
    expect(judge(['b1', 'c1'], ['c1'])).toBe('done');
    expect(judge(['b1', 'c1'], ['d1'])).toBe('wrong');
  });
});

describe('a turn of several actions', () => {
  const ways = ['@3a, 2a-2b', '1b-2c'];
  it('goes on as long as it may still be right', () => {
    expect(judge(ways, ['@3a'])).toBe('on');
    expect(judge(ways, ['@3a', '2a-2b'])).toBe('done');
    expect(judge(ways, ['1b-2c'])).toBe('done');
  });
  it('is wrong with the first action that is', () => {
    expect(judge(ways, ['@3b'])).toBe('wrong');
    expect(judge(ways, ['@3a', '1b-2c'])).toBe('wrong');
  });
  it('tells what comes next', () => {
    expect(next(ways, [])).toBe('@3a');
    expect(next(ways, ['@3a'])).toBe('2a-2b');
    expect(next(ways, ['x'])).toBeUndefined();
  });
});

it('reads the actions of a turn', () => {
  expect(actionsOf('lose reserve, 1a-2a')).toEqual(['lose reserve', '1a-2a']);
  expect(actionsOf('')).toEqual([]);
});

it('finds where an action begins', () => {
  expect(spotOf('b2xc3', ['b', 'b2', 'c3'])).toBe('b2');
  expect(spotOf('@10c', ['1a', '10c'])).toBe('10c');
  expect(spotOf('pass', ['a1'])).toBeUndefined();
});

describe('a turn by hand', () => {
  const ways = ['place 1 …, rest 36…//-/…'];
  it('may be done in any way that comes to what is asked for', () => {
    expect(judge(ways, ['place 1 p1abc'])).toBe('on');
    expect(judge(ways, ['place 1 p1abc', 'rest 36990/4200/1/AAAA//-/1//00c0'])).toBe('done');
  });
  it('is wrong with another block, another height, or a fall', () => {
    expect(judge(ways, ['place 10 p1abc'])).toBe('wrong');
    expect(judge(ways, ['place 1 p1abc', 'rest 85000/4200/1/AAAA//-/1//00c0'])).toBe('wrong');
    expect(judge(ways, ['place 1 p1abc', 'rest 36990/4200/1/AAAA/2/-/1//00c0'])).toBe('wrong');
  });
});
