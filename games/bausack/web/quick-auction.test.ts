import { expect, test } from 'vitest';
import { nextCall, prices, type Result } from './quick-auction';
import type { AuctionKind, Mode, View } from './types';

/** An auction of three seats with these beans, sold by the first. */
function opened(kind: AuctionKind, beans: number[], mode: Mode = 'knockout'): View {
  const bidders = beans.map((_, seat) => seat);
  const auction = {
    kind,
    block: 5,
    seller: 0,
    caller: 1,
    last: 0,
    minimum: 1,
    affordable: true,
    bids: beans.map(() => 0),
    bidders,
  };
  return { mode, beans, auction } as unknown as View;
}

/** Holds the auction with these calls, by its rules; tells who gets the block and what the others are told to pay. */
function held(view: View, result: Result): { winner: number | null; last: number } {
  const auction = view.auction;
  if (!auction) throw new Error('no auction');
  const next = () => {
    do auction.caller = (auction.caller + 1) % view.beans.length;
    while (!auction.bidders.includes(auction.caller));
  };
  for (let calls = 0; calls < 60; calls++) {
    const call = nextCall(view, result);
    if (call === null) throw new Error(`stuck: ${JSON.stringify(auction)}`);
    const caller = auction.caller;
    if (call === 'accept') return { winner: caller, last: auction.last };
    if (call.startsWith('bid ')) {
      const bid = Number(call.slice(4));
      expect(bid).toBeGreaterThan(auction.last);
      expect(bid).toBeLessThanOrEqual(view.beans[caller] ?? 0);
      auction.last = bid;
      if (auction.bidders.length === 1) return { winner: caller, last: bid };
      next();
    } else {
      next();
      auction.bidders = auction.bidders.filter((seat) => seat !== caller);
      const [last] = auction.bidders;
      const hasWord = view.mode === 'reds' && auction.last === 0 && last === auction.seller;
      if (auction.bidders.length === 0) return { winner: null, last: 0 };
      if (auction.bidders.length === 1 && !hasWord)
        return { winner: auction.last === 0 ? null : (last ?? null), last: auction.last };
    }
  }
  throw new Error('it never ends');
}

test('every result that is offered is reached by legal calls', () => {
  for (const beans of [
    [10, 10, 10],
    [3, 1, 0],
    [0, 2, 5],
  ])
    for (const kind of ['high', 'gift', 'reverse'] as const)
      for (const winner of [0, 1, 2])
        for (const price of prices(opened(kind, beans), winner))
          expect(held(opened(kind, beans), { block: 5, winner, price })).toEqual({ winner, last: price });
});

test('nobody bids, and the seller has the last word for a red block', () => {
  expect(held(opened('high', [10, 10, 10]), { block: 5, winner: null, price: 0 }).winner).toBe(null);
  expect(held(opened('high', [10, 10], 'reds'), { block: 5, winner: null, price: 0 }).winner).toBe(null);
  expect(held(opened('high', [10, 10], 'reds'), { block: 5, winner: 0, price: 1 })).toEqual({
    winner: 0,
    last: 1,
  });
  expect(prices(opened('high', [10, 10]), 0)[0]).toBe(2);
  expect(prices(opened('high', [10, 10], 'reds'), 0)[0]).toBe(1);
});

test('in reverse, the taker fixes how many bids there were', () => {
  expect(prices(opened('reverse', [10, 10, 10]), 1)).toEqual([0, 3, 6, 9]);
  expect(prices(opened('reverse', [10, 10, 10]), 0)).toEqual([2, 5, 8]);
  // Without a bean the first must take it.
  expect(prices(opened('reverse', [10, 0, 10]), 2)).toEqual([]);
});
