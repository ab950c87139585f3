/// Records in links: the fragment of an address holds a whole game that no server has.

/** Stands after `#`, before the encoded record. */
export const RECORD_PREFIX = 'game:';

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  stream: TransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const readable = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

/** A record, compressed, in URL-safe Base64. */
export async function encodeRecord(record: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The record again, or `null` if the text is not an encoded record. */
export async function decodeRecord(encoded: string): Promise<string | null> {
  try {
    const letters = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}
