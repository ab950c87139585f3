import { expect, it } from 'vitest';
import { decodeRecord, encodeRecord } from './record-link';

it('encodes a record for an address, and decodes it', async () => {
  const record = `game: draughts\nseat 1: Zoé\n\n${'1. b2 c3\n'.repeat(60)}`;
  const encoded = await encodeRecord(record);
  expect(encoded).toMatch(/^[\w-]+$/);
  expect(encoded.length).toBeLessThan(record.length / 3);
  expect(await decodeRecord(encoded)).toBe(record);
});

it('returns null for a text that is no record', async () => {
  expect(await decodeRecord('not packed at all')).toBe(null);
});
