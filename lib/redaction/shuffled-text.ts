const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})$/;
const GROUPS = /^[A-Z0-9]{2,8}(?:-[A-Z0-9]{4,8}){3,7}$/;
const CHARS_PER_PIECE_MAX = 3.5;
const PIECES_MIN = 4;
const SIGNS_SHARE_MAX = 1 / 5;
/** Runs of lower case that can be spoken are words. */
const WORD = /^(?![A-Za-z]{0,12}[bcdfghjklmnpqrstvwxz]{4})(?=[A-Za-z]{0,12}[aeiouy])[A-Z]?[a-z]{3,}$/;
const WORDS_SHARE_MAX = 0.35;
const CHARS_MIN = { mixed: 10, lower: 16, upper: 12 };

/**
 * Whether upper case, lower case and digits follow each other as in no name: the pieces are short, and few are words.
 * @param min characters that the text must have
 */
export function isShuffled(text: string, min: number): boolean {
  if (text.length < min || !/^[\w+/=.~!@#$%^&*?-]+$/.test(text)) return false;
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/\d/.test(text)) return false;
  const pieces = text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const letters = pieces.filter((piece) => !/\d/.test(piece));
  const short = letters.filter(({ length }) => length <= 3);
  const inWords = letters.reduce((sum, piece) => sum + (WORD.test(piece) ? piece.length : 0), 0);
  return (
    arePieces(text, pieces) && short.length * 2 >= letters.length && inWords <= text.length * WORDS_SHARE_MAX
  );
}

/** As product keys are written: groups of capitals and digits. */
export function isProductKey(text: string): boolean {
  return GROUPS.test(text) && /\d/.test(text) && /[A-Z]/.test(text);
}

/** Whether a text has the form of a key: digits of a number in a high base, without words. */
export function isKeyLike(text: string): boolean {
  if (text.length < CHARS_MIN.mixed || !/\d/.test(text)) return false;
  if (UUID.test(text) || isProductKey(text)) return true;
  if (HEX.test(text)) return /[a-f]/i.test(text) && /\d/.test(text);
  if (/^[a-z0-9]+$/.test(text))
    return text.length >= CHARS_MIN.lower && arePieces(text, text.match(/[a-z]+|\d+/g) ?? []);
  if (/^[A-Z0-9]+$/.test(text))
    return text.length >= CHARS_MIN.upper && arePieces(text, text.match(/[A-Z]+|\d+/g) ?? []);
  return isShuffled(text, CHARS_MIN.mixed);
}

function arePieces(text: string, pieces: readonly string[]): boolean {
  const chars = pieces.reduce((sum, { length }) => sum + length, 0);
  return (
    pieces.length >= PIECES_MIN &&
    chars / pieces.length <= CHARS_PER_PIECE_MAX &&
    text.length - chars <= text.length * SIGNS_SHARE_MAX
  );
}
