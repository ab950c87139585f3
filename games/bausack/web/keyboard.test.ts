import { expect, test, vi } from 'vitest';
import { type KeyTarget, letters, pressed } from './keyboard';
import type { Vector } from './quaternion';

/** What one key does: to the hand or to the camera, with numbers of two digits. */
function done(
  key: string,
  options: { holds?: boolean; facing?: number; shift?: boolean; may?: boolean; code?: string } = {},
) {
  const { holds = true, facing = 0, shift = false, may = false, code = '' } = options;
  const deeds: string[] = [];
  const rounded = (axis: Vector) => axis.map((part) => Math.round(part * 100) / 100 + 0).join(' ');
  const hand = {
    holds,
    replaying: false,
    precise: false,
    nudge: (axis: Vector) => deeds.push(`nudge ${rounded(axis)}`),
    twist: (axis: Vector) => deeds.push(`twist ${rounded(axis)}`),
    layOver: (axis: Vector, sign: number) => deeds.push(`lay over ${rounded(axis)} by ${sign}`),
    nextSide: (axis: Vector) => deeds.push(`next side ${rounded(axis)}`),
    lower: () => deeds.push('lower'),
    drop: () => deeds.push('drop'),
  } as unknown as KeyTarget['hand'];
  const scene = {
    orbit: (...by: number[]) => deeds.push(`orbit ${by.join(' ')}`),
    zoom: (by: number) => deeds.push(`zoom ${by}`),
    reset: () => deeds.push('reset'),
  };
  const event = {
    key,
    code,
    shiftKey: shift,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
  } as KeyboardEvent;
  const says = pressed(event, { hand, scene, facing, mayPutBack: may, letGo: () => deeds.push('let go') });
  return says ? deeds.join(', ') : 'no key';
}

test('arrows move the held block as the onlooker sees it', () => {
  expect(done('ArrowRight')).toBe('nudge 1 0 0');
  expect(done('ArrowUp')).toBe('nudge 0 0 -1');
  // From the right of the table, right is away from who sits in front.
  expect(done('ArrowRight', { facing: Math.PI / 2 })).toBe('nudge 0 0 -1');
  expect(done('ArrowUp', { facing: Math.PI / 2 })).toBe('nudge -1 0 0');
  expect(done('PageDown')).toBe('nudge 0 -1 0');
});

test('with empty hands they move the onlooker', () => {
  expect(done('ArrowLeft', { holds: false })).toBe('orbit -0.15 0');
  expect(done('+', { holds: false })).toBe('zoom 0.9');
});

test('letters turn the block a little, or a quarter', () => {
  expect(done('q')).toBe('twist 0 1 0');
  expect(done('e')).toBe('twist 0 -1 0');
  expect(done('W', { shift: true })).toBe('lay over 1 0 0 by -1');
  expect(done('r')).toBe('next side 1 0 0');
});

test('letters go by their place, not by what is printed on them', () => {
  // AZERTY: A is where others have Q, Z where they have W, Q where they have A.
  expect(done('a', { code: 'KeyQ' })).toBe('twist 0 1 0');
  expect(done('z', { code: 'KeyW' })).toBe('twist -1 0 0');
  expect(done('q', { code: 'KeyA' })).toBe('twist 0 0 1');
  expect(done('Z', { code: 'KeyW', shift: true })).toBe('lay over 1 0 0 by -1');
});

test('the letters are those of the layout, or of the language', async () => {
  vi.stubGlobal('navigator', {});
  expect(await letters('fr')).toMatchObject({ KeyQ: 'A', KeyW: 'Z', KeyA: 'Q' });
  expect(await letters('en')).toMatchObject({ KeyQ: 'Q', KeyW: 'W', KeyA: 'A' });
  const map = new Map(Object.entries({ KeyQ: 'q', KeyY: 'z', KeyE: '.' }));
  vi.stubGlobal('navigator', { keyboard: { getLayoutMap: async () => map } });
  expect(await letters('fr')).toMatchObject({ KeyQ: 'Q', KeyW: 'Z', KeyE: 'E' });
});

test('a block is put back only where that is allowed', () => {
  expect(done('Escape')).toBe('');
  expect(done('Escape', { may: true })).toBe('drop');
  expect(done('Escape', { may: true, holds: false })).toBe('');
  expect(done('Enter')).toBe('let go');
});

test('other keys are left to others', () => {
  expect(done('Tab')).toBe('no key');
  expect(done('x')).toBe('no key');
});
