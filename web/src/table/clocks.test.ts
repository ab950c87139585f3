import { expect, it } from 'vitest';
import { type CustomClock, ruleOf } from './clocks';

const CUSTOM: CustomClock = { kind: 'fischer', minutes: 10, increment: 3, limit: 2, unit: 'days' };

it('makes a clock of what was typed', () => {
  expect(ruleOf(CUSTOM)).toEqual({ fischer: { start: 600, increment: 3 } });
  expect(ruleOf({ ...CUSTOM, minutes: 0.5 })).toEqual({ fischer: { start: 30, increment: 3 } });
  expect(ruleOf({ ...CUSTOM, kind: 'per_action' })).toEqual({ per_action: { limit: 172_800 } });
});

it('keeps what makes no sense within bounds', () => {
  expect(ruleOf({ ...CUSTOM, minutes: Number.NaN, increment: -4 })).toEqual({
    fischer: { start: 10, increment: 0 },
  });
  expect(ruleOf({ ...CUSTOM, kind: 'per_action', limit: 900 })).toEqual({ per_action: { limit: 2_592_000 } });
});
