/// An auction that was held by word of mouth: who got the block, and for how much. What follows are the calls that lead there.
import type { View } from './types';

/** How an auction ended at the real table. */
export interface Result {
  block: number;
  /** Who got the block; null if nobody bid. */
  winner: number | null;
  /** What was paid; in reverse, the last bid before the block was taken. */
  price: number;
}

/** The bidders in the order of their calls: from the seller's left, the seller last. */
function order({ auction, beans }: View): number[] {
  if (!auction) return [];
  const all = beans.map((_, seat) => (auction.seller + 1 + seat) % beans.length);
  return all.filter((seat) => auction.bidders.includes(seat));
}

/** The prices for which a seat may have got the block. */
export function prices(view: View, winner: number): number[] {
  const { auction, beans, mode } = view;
  if (!auction) return [];
  const callers = order(view);
  const has = (seat: number | undefined) => beans[seat ?? -1] ?? 0;
  if (auction.kind === 'reverse') {
    const found: number[] = [];
    const place = callers.indexOf(winner);
    for (let bids = 0; bids <= Math.max(...beans); bids++) {
      if (bids % callers.length === place) found.push(bids);
      if (has(callers[bids % callers.length]) < bids + 1) break;
    }
    return found;
  }
  // A seller who pays has outbid somebody, unless he has the last word.
  const rival = Math.max(0, ...callers.filter((seat) => seat !== winner).map(has));
  const outbids = winner === auction.seller && mode !== 'reds';
  const least = outbids ? 2 : 1;
  const most = outbids ? Math.min(has(winner), rival + 1) : has(winner);
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => least + at);
}

/** The call of the seat whose turn it is, on the way to that result; null if it can't be reached any more. */
export function nextCall(view: View, { block, winner, price }: Result): string | null {
  const { auction, beans, mode } = view;
  if (!auction || auction.block !== block) return null;
  const { caller, last, seller } = auction;
  if (auction.kind === 'reverse') {
    if (last < price) return `bid ${last + 1}`;
    return last === price && caller === winner ? 'accept' : null;
  }
  if (caller === winner) return last < price ? `bid ${price}` : null;
  const sells = winner === seller && mode !== 'reds' && last === 0;
  if (sells && price > 1 && (beans[caller] ?? 0) >= price - 1) return `bid ${price - 1}`;
  return 'pass';
}
