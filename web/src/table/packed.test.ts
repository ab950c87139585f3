import { expect, it } from 'vitest';
import { pack, unpack } from './packed';

it('packs a record into letters of an address, and unpacks it', async () => {
  const record = `game: draughts\nseat 1: Zoé\n\n${'1. b2 c3\n'.repeat(60)}`;
  const packed = await pack(record);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(record.length / 3);
  expect(await unpack(packed)).toBe(record);
});

it('gives nothing for what is no record', async () => {
  expect(await unpack('not packed at all')).toBe(null);
});
