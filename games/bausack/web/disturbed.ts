/// Whether a hand has moved a standing block for good (S9).
import type { PoseRow } from './types';

/** A standing block in the position on the board. */
interface Stands {
  block: number;
  at: [number, number, number];
  turn: [number, number, number, number];
}

/** Farther than this, in micrometres, is out of place. */
const FAR = 500;
/** The cosine of half the angle from which on a block has turned: one degree. */
const TURNED = Math.cos(Math.PI / 360);

/** Whether a block stands elsewhere than in the position. */
export function isDisturbed(moved: [number, PoseRow][], tower: Stands[]): boolean {
  return moved.some(([block, [x, y, z, i, j, k, w]]) => {
    const stood = tower.find((stands) => stands.block === block);
    if (!stood) return false;
    const far = Math.hypot(x - stood.at[0], y - stood.at[1], z - stood.at[2]);
    const [a, b, c, d] = stood.turn;
    const cosine = Math.abs(
      (i * a + j * b + k * c + w * d) / (Math.hypot(i, j, k, w) * Math.hypot(a, b, c, d)),
    );
    return far > FAR || cosine < TURNED;
  });
}
