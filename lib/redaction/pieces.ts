import type { Hit } from "./find-hits";

/** This many consecutive characters reveal a value. */
export const PIECE_CHARS = 6;
const VALUE_CHARS_MAX = 64 * 1024;
const SHORT_CHARS_MIN = 3;
const BUCKETS = 1 << 16;

export interface PieceOwner {
  readonly hit: Hit;
  readonly isHidden: boolean;
}

/**
 * Finds pieces of values anywhere in a text, for example in a quote that starts inside a value, or in a preview that
 * was cut. The time is linear in the text, whatever the number of values. Every kind of white space counts as a space.
 */
export class Pieces {
  private readonly owners = new Map<string, PieceOwner>();
  private readonly short = new Map<string, PieceOwner>();
  private readonly mayBegin = new Uint8Array(BUCKETS);

  constructor(owners: readonly PieceOwner[]) {
    for (const owner of owners)
      for (const value of new Set([
        owner.hit.value,
        owner.hit.meant,
        ...splitValues(owner.hit),
        ...ungrouped(owner.hit.value),
      ]))
        this.add(value, owner);
  }

  /**
   * All pieces in a text with their owners. When a hidden and a revealed value share a piece, the hidden one owns it.
   */
  *in(text: string): Iterable<{ start: number; end: number; owner: PieceOwner }> {
    const flat = flattened(text);
    for (let at = 0; at + SHORT_CHARS_MIN <= flat.length; at++) {
      if (this.mayBegin[bucketOf(flat, at)] === 0) continue;
      const owner = this.owners.get(flat.slice(at, at + PIECE_CHARS));
      if (owner !== undefined) yield { start: at, end: at + PIECE_CHARS, owner };
      yield* this.shortAt(flat, at);
    }
  }

  private *shortAt(flat: string, start: number): Iterable<{ start: number; end: number; owner: PieceOwner }> {
    const longest = Math.min(flat.length, start + PIECE_CHARS - 1);
    for (let end = start + SHORT_CHARS_MIN; end <= longest; end++) {
      const owner = this.short.get(flat.slice(start, end));
      if (owner !== undefined && !isWithinWord(flat, start, end)) yield { start, end, owner };
    }
  }

  private add(whole: string, owner: PieceOwner): void {
    const value = flattened(whole.slice(0, VALUE_CHARS_MAX));
    const significant = significantChars(owner.hit, value);
    if (value.length < PIECE_CHARS) {
      if (value.length < SHORT_CHARS_MIN || !owner.isHidden) return;
      this.mayBegin[bucketOf(value, 0)] = 1;
      if (!this.short.has(value)) this.short.set(value, owner);
      return;
    }
    for (let at = 0; at + PIECE_CHARS <= value.length && at < significant; at++) {
      const piece = value.slice(at, at + PIECE_CHARS);
      if (!tells(piece)) continue;
      this.mayBegin[bucketOf(value, at)] = 1;
      if (this.owners.get(piece)?.isHidden !== true) this.owners.set(piece, owner);
    }
  }
}

function splitValues({ value, spans }: Hit): string[] {
  if (spans.length < 2) return [];
  const lengths = new Set(
    spans.map(({ start, end }) => end - start).filter((length) => length < value.length),
  );
  return [...lengths].flatMap((length) => [value.slice(0, length), value.slice(-length)]);
}

/** The domain of an e-mail address does not identify a person. So no piece starts in the domain. */
function significantChars({ detector, meant }: Hit, value: string): number {
  const domain = detector === "email" ? meant.slice(meant.lastIndexOf("@") + 1) : "";
  return domain !== "" && value.endsWith(domain) ? value.length - domain.length - 1 : value.length;
}

/** The frame of a value, such as the dashes of a key, reveals nothing. */
function tells(piece: string): boolean {
  return (
    piece.replace(/[^\p{L}\p{N}]/gu, "").length >= PIECE_CHARS - 2 &&
    new Set(piece).size > 1 &&
    !/BEGIN|PRIVAT|RIVATE|IVATE |VATE K|ATE KE|TE KEY|E KEY-/i.test(piece)
  );
}

function flattened(text: string): string {
  const flat = text.replace(/\s/g, " ");
  const lower = flat.toLowerCase();
  return lower.length === flat.length ? lower : flat.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function ungrouped(value: string): string[] {
  const bare = value.replace(/[\s.,()/-]/g, "");
  return bare !== value && /^\+?[A-Z]{0,4}\d{6}[A-Z\d]*$/i.test(bare) ? [bare] : [];
}

function bucketOf(text: string, at: number): number {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (Math.imul(Math.imul(a, 31) + b, 31) + c) & (BUCKETS - 1);
}

function isWithinWord(text: string, start: number, end: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(start - 1)) || /[\p{L}\p{N}]/u.test(text.charAt(end));
}
