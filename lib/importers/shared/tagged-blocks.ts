export interface TaggedBlock {
  readonly 0: string;
  readonly index: number;
  readonly tag: string;
  readonly body: string;
}

/**
 * In order; a block inside another is part of it. All ends are found in one pass, so tags that nothing closes
 * cost only linear time.
 * @param begin finds the beginnings, with the flag `g` and the tag as its first group
 * @param end finds the ends in the same way. An end without a tag closes every block
 */
export function* listTaggedBlocks(text: string, begin: RegExp, end: RegExp): Generator<TaggedBlock> {
  const openings = [...text.matchAll(begin)];
  if (openings.length === 0) return;
  const ends = new Map<string, Ends>();
  for (const found of text.matchAll(end)) {
    const tag = found[1] ?? "";
    if (!ends.has(tag)) ends.set(tag, new Ends());
    ends.get(tag)?.all.push({ at: found.index, past: found.index + found[0].length });
  }
  let done = 0;
  for (const { 0: opening, 1: tag = "", index } of openings) {
    if (index < done) continue;
    const start = index + opening.length;
    const close = ends.get(tag)?.from(start) ?? ends.get("")?.from(start);
    if (close === undefined) continue;
    done = close.past;
    yield { 0: text.slice(index, done), index, tag, body: text.slice(start, close.at) };
  }
}

/** Positions must be asked for in ascending order. */
class Ends {
  readonly all: { readonly at: number; readonly past: number }[] = [];
  private next = 0;

  from(place: number) {
    while ((this.all[this.next]?.at ?? Infinity) < place) this.next++;
    return this.all[this.next];
  }
}
