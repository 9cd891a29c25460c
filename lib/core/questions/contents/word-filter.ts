import { foldText, measureWordChar } from "./words";

/** The number of characters of a text that are searched, so that one text takes a bounded time. */
export const SEARCHED_CHARS = 200_000;
const BITS_PER_WORD = 8;
const BITS_SET = 5;
const [FNV_START, FNV_PRIME] = [0x81_1c_9d_c5, 0x01_00_01_93];
const STEP_BITS = 2 ** 21;

/** The bits of a word in a filter of any size: the first, and how far one is from the next. The size is the divisor. */
export interface WordBits {
  readonly first: number;
  readonly step: number;
}

/** How many bits a word sets. */
export const WORD_BITS: readonly number[] = Array.from({ length: BITS_SET }, (_, i) => i);

export function computeWordBits(folded: string): WordBits {
  let hash = FNV_START;
  let second = 0;
  for (let i = 0; i < folded.length; i++) {
    const unit = folded.charCodeAt(i);
    hash = Math.imul(hash ^ unit, FNV_PRIME);
    second = Math.imul(second, 31) + unit;
  }
  return makeWordBits(hash, second);
}

function makeWordBits(hash: number, second: number): WordBits {
  return { first: mixBits(hash), step: (mixBits(second ^ Math.imul(hash, 0x9e_37_79_b1)) % STEP_BITS) | 1 };
}

/** Spreads what little differs over all bits. */
function mixBits(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85_eb_ca_6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2_b2_ae_35);
  return (x ^ (x >>> 16)) >>> 0;
}

/**
 * A Bloom filter of the words of texts: it tells of most words that are not there that they are not, and never misses one
 * that is. Each word sets some bits, and a filter has {@link BITS_PER_WORD} for each, so about one word in fifty that is not
 * there seems to be.
 */
export class WordFilter {
  /** The bits of every word, as one number. */
  private readonly words = new Set<number>();

  add(text: string): void {
    const folded = foldText(text.slice(0, SEARCHED_CHARS));
    let [hash, second] = [FNV_START, 0];
    let isInside = false;
    for (let at = 0; at <= folded.length;) {
      const size = at < folded.length ? measureWordChar(folded, at) : 0;
      for (let i = at; i < at + size; i++) {
        const unit = folded.charCodeAt(i);
        hash = Math.imul(hash ^ unit, FNV_PRIME);
        second = Math.imul(second, 31) + unit;
      }
      if (size === 0 && isInside) {
        const { first, step } = makeWordBits(hash, second);
        this.words.add(first * STEP_BITS + step);
        [hash, second] = [FNV_START, 0];
      }
      isInside = size > 0;
      at += Math.max(1, size);
    }
  }

  packBytes(): Uint8Array {
    const bytes = new Uint8Array(Math.max(1, Math.ceil((this.words.size * BITS_PER_WORD) / 8)));
    const bits = bytes.length * 8;
    for (const word of this.words) {
      const [first, step] = [Math.floor(word / STEP_BITS), word % STEP_BITS];
      for (const i of WORD_BITS) {
        const bit = (first + i * step) % bits;
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
    return bytes;
  }
}
