export interface JsonToken {
  readonly token: string;
  readonly at: number;
  readonly key: string | undefined;
}

/** The token at which a string breaks off, because a line ends in it. */
export const BREAK = "\n";

/**
 * A string is one token, so that its content is skipped. One that is cut off runs to the end of the text or of its line, since JSON
 * has no line ends in strings. Without that alternative, every quote in it would be tried as the start of a string.
 */
const TOKENS = /"([^"\\\n]*(?:\\.[^"\\\n]*)*)(?:"(\s*:)?|\\?$|\\?(\n))|[[\]{},]/gs;

/** The text can be cut off anywhere. Leaves out numbers, literals and space. Linear. */
export function* listJsonTokens(text: string): Generator<JsonToken> {
  for (const { 0: token, 1: name, 2: colon, 3: isBroken, index: at } of text.matchAll(TOKENS))
    yield isBroken === undefined
      ? { token, at, key: colon === undefined ? undefined : name }
      : { token: BREAK, at: at + token.length - 1, key: undefined };
}
