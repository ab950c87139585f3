/// A photo of a tower: the picture of the scene with whose tower it is, how high, and when.

/** What stands below a photo. */
export interface Caption {
  /** Whose tower it is, or who built it. */
  names: string;
  /** How high it is, and of how many blocks. */
  height: string;
  /** The name of the game and the day. */
  below: string;
}

/** The size of a photo, and of the strip below the picture, in pixels. */
const [WIDE, HIGH, STRIP] = [1080, 1350, 210];

/** The part of a picture that fills a frame of another shape, as x, y, width and height. */
export function cropped(
  width: number,
  height: number,
  wide: number,
  high: number,
): [number, number, number, number] {
  const share = Math.min(width / wide, height / high);
  const [across, down] = [wide * share, high * share];
  return [(width - across) / 2, (height - down) / 2, across, down];
}

/** A photo as a PNG file; null if the browser makes none. */
export async function develop(
  picture: HTMLCanvasElement,
  caption: Caption,
  night: boolean,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const context = canvas.getContext('2d');
  if (!context) return null;
  const [paper, ink] = night ? ['#2a1c10', '#f3e3c2'] : ['#fbf4e2', '#2b1b0c'];
  context.fillStyle = night ? '#1a110a' : '#d9b98a';
  context.fillRect(0, 0, WIDE, HIGH);
  const high = HIGH - STRIP;
  context.drawImage(picture, ...cropped(picture.width, picture.height, WIDE, high), 0, 0, WIDE, high);
  context.fillStyle = paper;
  context.fillRect(0, high, WIDE, STRIP);
  context.fillStyle = ink;
  context.textAlign = 'center';
  for (const [text, font, y] of [
    [caption.names, '600 54px Georgia, serif', 78],
    [caption.height, '44px Georgia, serif', 136],
    [caption.below, '30px Georgia, serif', 186],
  ] as const) {
    context.font = font;
    context.fillText(text, WIDE / 2, high + y, WIDE - 80);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Hands a file to the viewer. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
