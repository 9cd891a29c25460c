const TITLE_CHARS_MAX = 80;

/** A title made of a longer text: its beginning on one line, cut between words where it can be. */
export function titleOf(text: string | undefined): string | undefined {
  const line = text?.replace(/\s+/g, " ").trim();
  if (line === undefined || line === "") return undefined;
  if (line.length <= TITLE_CHARS_MAX) return line;
  const cut = line.slice(0, TITLE_CHARS_MAX - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > TITLE_CHARS_MAX / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`;
}
