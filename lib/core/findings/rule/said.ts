import { ShownTexts } from "../../proof/shown-texts";
import type { TurnIndex } from "../../units";
import { perSession } from "./per-session";
import type { FindingInput } from "./rule";

type Scene = Pick<FindingInput, "session" | "recording" | "index">;

const OPENING_CHARS_MAX = 200;

/** What the blocks of the session show. A rule that asks for many values prepares them all at once. */
export const shownTexts = perSession(({ recording }: Scene) => new ShownTexts(recording));

/** Whether a block of the window of one of these turns says the value, as the claims `present` and `absent` mean it. */
export function isSaidAt(input: Scene, value: string, from: TurnIndex, to = from): boolean {
  return shownTexts(input)
    .sayers(value)
    .some(({ block, version }) =>
      input.index
        .life(block)
        .some((one) => one.version === version && one.from <= to && (one.to ?? Infinity) >= from),
    );
}

/** The start of a text up to a whole word, which is short enough for a claim; `null` where it has no words. */
export function openingOf(text: string): string | null {
  const line = text.trim().slice(0, OPENING_CHARS_MAX + 1);
  const cut = line.length > OPENING_CHARS_MAX ? line.replace(/\s\S{0,200}$/, "").trim() : line;
  return /[\p{L}\p{N}]/u.test(cut) ? cut.toWellFormed() : null;
}
