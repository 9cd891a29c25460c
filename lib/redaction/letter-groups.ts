const GROUP = 3;
const GROUPS_MAX = 1 << 18;
const ASCII = 128;

/** Which groups of three signs stand in the last text: a group is there when its number is the one of this text. */
const seen = new Uint32Array(GROUPS_MAX);
let last = { text: "", number: 0 };

/**
 * Whether a word may stand in a text, in upper or lower case. A quick answer before a search: `false` is sure, `true` is
 * not.
 */
export function mayHold(text: string, word: string): boolean {
  if (last.text !== text) last = { text, number: noted(text, last.number + 1) };
  for (let at = 0; at + GROUP <= word.length; at++) {
    const [a, b, c] = [word.charCodeAt(at), word.charCodeAt(at + 1), word.charCodeAt(at + 2)];
    if ((a | b | c) < ASCII && seen[groupOf(small(a), small(b), small(c))] !== last.number) return false;
  }
  return true;
}

function noted(text: string, number: number): number {
  let [a, b] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const c = small(text.charCodeAt(at));
    seen[groupOf(a, b, c)] = number;
    a = b;
    b = c;
  }
  return number;
}

function groupOf(a: number, b: number, c: number): number {
  return ((a << 11) ^ (b << 6) ^ c) & (GROUPS_MAX - 1);
}

/** As patterns that ignore case compare letters. Two signs beyond ASCII are the same as a letter. */
function small(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  return code === 0x17f ? 115 : code === 0x212a ? 107 : code;
}
