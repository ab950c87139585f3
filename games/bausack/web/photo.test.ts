import { expect, it } from 'vitest';
import { cropped } from './photo';

it('fills the frame from the middle of the picture', () => {
  expect(cropped(2000, 1000, 100, 100)).toEqual([500, 0, 1000, 1000]);
  expect(cropped(1000, 3000, 100, 100)).toEqual([0, 1000, 1000, 1000]);
  expect(cropped(1080, 1140, 1080, 1140)).toEqual([0, 0, 1080, 1140]);
});
