/** What moves the cursor, colours, ends a line or turns the direction of writing, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;

/**
 * A text for one line of a terminal: what a file or a trace holds cannot steer the terminal, nor pass for another line. Such
 * characters are written as `\u{1b}`.
 */
export function removeControls(text: string): string {
  return text.replace(UNPRINTABLE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
