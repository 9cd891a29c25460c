/** A bracket, a comma or a string of a JSON text. */
export interface JsonToken {
  /** The bracket or the comma itself; a string with its quotes. */
  readonly token: string;
  /** Where it begins, in characters. */
  readonly at: number;
  /** What stands between the quotes of a string that a colon follows, as it is written. */
  readonly key: string | undefined;
}

/**
 * A string is one token, so that what stands in it is passed over. One that is cut off runs to the end of the text: without
 * that alternative, every quote in it would be tried as the beginning of a string.
 */
const TOKENS = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|\\?$)|[[\]{},]/gs;

/** The tokens of a JSON text that may be cut off anywhere. Numbers, literals and space are left out. Linear. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (const { 0: token, 1: name, 2: colon, index: at } of text.matchAll(TOKENS))
    yield { token, at, key: colon === undefined ? undefined : name };
}
