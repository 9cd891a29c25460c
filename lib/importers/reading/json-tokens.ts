export interface JsonToken {
  readonly token: string;
  readonly at: number;
  readonly key: string | undefined;
}

/**
 * A string is one token, so that its content is skipped. One that is cut off runs to the end of the text.
 * Without that alternative, every quote in it would be tried as the start of a string.
 */
const TOKENS = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|\\?$)|[[\]{},]/gs;

/** The text can be cut off anywhere. Leaves out numbers, literals and space. Linear. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (const { 0: token, 1: name, 2: colon, index: at } of text.matchAll(TOKENS))
    yield { token, at, key: colon === undefined ? undefined : name };
}
