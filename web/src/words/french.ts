/// French as it is printed. Texts are written as keyboards have them.

const NARROW = '\u202f';
const WIDE = '\u00a0';

/** The text with curved apostrophes, and with spaces that no line breaks at before high punctuation. */
export function french(text: string): string {
  return text
    .replaceAll("'", '’')
    .replace(/ (?=[;!?%])/g, NARROW)
    .replace(/ (?=[:»])/g, WIDE)
    .replaceAll('« ', `«${WIDE}`);
}
