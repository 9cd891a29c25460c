/** A block between a tag and its end. */
export interface TaggedBlock {
  /** The whole block, with its tags. */
  readonly 0: string;
  readonly index: number;
  readonly tag: string;
  readonly body: string;
}

/**
 * The blocks of a text, in order; what begins inside a block is part of it. All ends are found in one go, so a text of tags that
 * nothing closes takes no longer than its length.
 * @param begin finds the beginnings, with the flag `g` and the tag as its first group
 * @param end finds the ends likewise. An end without a tag closes every block
 */
export function* taggedBlocks(text: string, begin: RegExp, end: RegExp): Generator<TaggedBlock> {
  const ends = new Map<string, Ends>();
  for (const found of text.matchAll(end)) {
    const tag = found[1] ?? "";
    if (!ends.has(tag)) ends.set(tag, new Ends());
    ends.get(tag)?.all.push({ at: found.index, past: found.index + found[0].length });
  }
  let done = 0;
  for (const { 0: opening, 1: tag = "", index } of text.matchAll(begin)) {
    if (index < done) continue;
    const start = index + opening.length;
    const close = ends.get(tag)?.from(start) ?? ends.get("")?.from(start);
    if (close === undefined) continue;
    done = close.past;
    yield { 0: text.slice(index, done), index, tag, body: text.slice(start, close.at) };
  }
}

/** The ends of one tag. Each question asks for a later place than the one before. */
class Ends {
  readonly all: { readonly at: number; readonly past: number }[] = [];
  private next = 0;

  from(place: number) {
    while ((this.all[this.next]?.at ?? Infinity) < place) this.next++;
    return this.all[this.next];
  }
}
