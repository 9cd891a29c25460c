import type { Tokens } from "../units";

/**
 * Where the blocks of a request stand, beside what the record does not show. Example, of blocks of 600 tokens of which the last 100
 * came with the call, and of 150 that the record does not show, 50 of them since the call before:
 *
 *   place    0                   100               600              650            750
 *            front: 100 hidden  | blocks 0 to 500 | came: 50 hidden | blocks 500 to 600
 */
export interface RequestLayout {
  /** Tokens in front of the blocks that the record does not show. */
  readonly front: Tokens;
  /** Where what stood there before ends, in the tokens of the blocks. */
  readonly end: Tokens;
  /** Tokens behind that which the record does not show: they came with the call. */
  readonly came: Tokens;
}

interface Range {
  readonly from: Tokens;
  readonly to: Tokens;
}

/** What the record does not show of a request: in front, and what came. */
export function listHiddenRanges({ front, end, came }: RequestLayout): readonly [Range, Range] {
  return [
    { from: 0, to: front },
    { from: front + end, to: front + end + came },
  ];
}

/** The place of a block in the request, of its place in the blocks. */
export function shiftRange({ from, to }: Range, { front, end, came }: RequestLayout): Range {
  const offset = from >= end ? front + came : front;
  return { from: from + offset, to: to + offset };
}

/** The token of the blocks that stands at a place of the request, or next behind it. */
export function findBlockToken(place: Tokens, { front, end, came }: RequestLayout): Tokens {
  const token = Math.max(0, place - front);
  return token <= end ? token : Math.max(end, token - came);
}
