import type { Span } from "./detector";
import { lowerText } from "./detector";
import type { Hit } from "./find-hits";
import { isRandom } from "./secret-value";

/** This many consecutive characters reveal a value. */
export const PIECE_CHARS = 6;
const VALUE_CHARS_MAX = 64 * 1024;
/** Shorter parts on average are groups of digits or words, and mean something together only. */
const APART_CHARS_MIN = 9;
/** Of a piece, at least so many characters are the value's own and not of its public beginning. */
const OWN_CHARS_MIN = 3;
const BUCKETS = 1 << 16;
/** What an issuer writes before its keys, as in `sk-ant-api03-`, or the address before a secret path. It is public. */
const PREFIX =
  /^(?:(?:https?:\/\/)?[\w-]{1,40}(?:\.[\w-]{1,40}){1,4}\/(?:[a-z]{1,20}\d{0,2}\/){0,4}|(?:[a-z]{2,12}\d{0,3}[-_.:$~]{1,2}){1,4}(?=[^-_.]{6}))/i;
const LETTER = /[\p{L}\p{N}]/u;
const WORD_CHARS_MAX = 16;

export interface PieceOwner {
  readonly hit: Hit;
  readonly isHidden: boolean;
}

interface Piece {
  readonly owner: PieceOwner;
  /** Random enough to mean the value wherever it stands, also within a longer run. */
  readonly isRare: boolean;
  readonly at: number;
  readonly of: number;
}

type Run = Span & Piece;

/**
 * Finds where values stand again. A random value is masked wherever six of its characters stand, for example in a quote
 * that starts inside it. Words and numbers mean the value only as a whole, or where the text is cut: not within a longer
 * word, number or version. One plain word means it nowhere else. The time is linear in the text, whatever the number of
 * values. Every kind of white space counts as a space, and cases do not count.
 */
export class Pieces {
  private readonly pieces = new Map<string, Piece>();
  private readonly mayBegin = new Uint8Array(BUCKETS);

  constructor(owners: readonly PieceOwner[]) {
    for (const owner of owners)
      for (const value of new Set(listValues(owner.hit)))
        for (const part of splitPieces(value.slice(0, VALUE_CHARS_MAX))) this.add(part, owner);
  }

  /** All pieces in a text with their owners. When a hidden and a revealed value share a piece, the hidden one owns it. */
  *in(text: string): Iterable<Run> {
    const flat = flattenText(text);
    for (const run of this.runs(flat)) if (isMeant(flat, run)) yield run;
  }

  private *runs(flat: string): Iterable<Run> {
    let run: Run | undefined;
    for (let at = 0; at + PIECE_CHARS <= flat.length; at++) {
      if (this.mayBegin[findBucket(flat, at)] === 0) continue;
      const piece = this.pieces.get(flat.slice(at, at + PIECE_CHARS));
      if (piece === undefined) continue;
      if (run !== undefined && at <= run.end && run.owner === piece.owner)
        run = { ...run, end: at + PIECE_CHARS, isRare: run.isRare || piece.isRare };
      else {
        if (run !== undefined) yield run;
        run = { ...piece, start: at, end: at + PIECE_CHARS, at: piece.at };
      }
    }
    if (run !== undefined) yield run;
  }

  private add(whole: string, owner: PieceOwner): void {
    const value = flattenText(whole);
    const prefix = PREFIX.exec(whole)?.[0].length ?? 0;
    const bare = whole.slice(prefix);
    if (isPlain(bare)) return;
    const isRare = isRandom(bare, PIECE_CHARS);
    const places: number[] = [];
    for (let at = Math.max(0, prefix - OWN_CHARS_MIN); at + PIECE_CHARS <= value.length; at++)
      if (isTelling(value.slice(at, at + PIECE_CHARS))) places.push(at);
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    for (const place of places) {
      const piece = value.slice(place, place + PIECE_CHARS);
      this.mayBegin[findBucket(value, place)] = 1;
      const known = this.pieces.get(piece);
      const isBetter = owner.isHidden && (known?.owner.isHidden !== true || (isRare && !known.isRare));
      if (known === undefined || isBetter)
        this.pieces.set(piece, { owner, isRare, at: place - first, of: last + PIECE_CHARS - first });
    }
  }
}

/** As written and as meant; a number without its groups; the name in an address. */
function listValues({ detector, value, meant }: Hit): string[] {
  const domain = meant.length - meant.lastIndexOf("@");
  if (detector === "email") return [value, meant].map((one) => one.slice(0, -domain));
  const bare = value.replace(/[\s.,()/-]/g, "");
  return [value, meant, ...(/^\+?[A-Z]{0,4}\d{6}[A-Z\d]*$/i.test(bare) ? [bare] : [])];
}

/** The lines of a key and the values of a cookie are values of their own. */
function splitPieces(value: string): string[] {
  const parts = value.split(/[\s;&]+|(?<=\w)=(?=\w)/);
  if (parts.length < 2 || value.length < parts.length * APART_CHARS_MIN) return [value];
  return parts.filter((part) => isRandom(part, PIECE_CHARS));
}

/** One word or a short number means many things. */
function isPlain(value: string): boolean {
  if (value.length < PIECE_CHARS || /^[\d.:/-]{1,8}$/.test(value)) return true;
  return /^\p{L}+$/u.test(value) && !isRandom(value, PIECE_CHARS) && value.length < WORD_CHARS_MAX;
}

/** The frame of a value, such as the dashes of a key, reveals nothing. */
function isTelling(piece: string): boolean {
  return piece.replace(/[^\p{L}\p{N}]/gu, "").length >= PIECE_CHARS - 2 && new Set(piece).size > 2;
}

function flattenText(text: string): string {
  return lowerText(text.replace(/\s/g, " "));
}

function findBucket(text: string, at: number): number {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (Math.imul(Math.imul(a, 31) + b, 31) + c) & (BUCKETS - 1);
}

function isMeant(text: string, { start, end, at, of, isRare }: Run): boolean {
  if (isRare) return true;
  const isWord = (place: number) => LETTER.test(text.charAt(place));
  const isWithin =
    (isWord(start - 1) && isWord(start)) ||
    (isWord(end) && isWord(end - 1)) ||
    /^[.:]\d/.test(text.slice(end, end + 2)) ||
    /\d[.:]$/.test(text.slice(Math.max(0, start - 2), start));
  const isWhole = end - start >= of && !isWithin;
  const isCutAfter = at === 0 && /^(?:\s?(?:…|\.\.\.)|$)/.test(text.slice(end, end + 4));
  const isCutBefore =
    at + end - start === of && /(?:^|…|\.\.\.)$/.test(text.slice(Math.max(0, start - 3), start));
  return isWhole || isCutAfter || isCutBefore;
}
