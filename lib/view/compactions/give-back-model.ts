import type { GiveBackResult } from "../answers";
import { count, plural } from "../format/format";
import { revealText } from "../format/trace-text";

export const GIVE_BACK_BUDGET = { min: 100, max: 20_000, usual: 1_500 } as const;

export interface GiveBackModel {
  /** As it is copied; `null` where there is nothing to give back. */
  readonly text: string | null;
  readonly shown: string;
  readonly fileName: string;
  readonly notes: readonly string[];
}

/** The text of a card that is given back, what stands in it, and what it would have done. */
export function giveBackModel(answer: GiveBackResult): GiveBackModel {
  const { no, text, tokens, items, left, fromOutside, effect } = answer;
  const notes =
    text === null
      ? [
          left === 0
            ? "Nothing that it took is open, listed by the user, or was wanted again."
            : `${plural(left, "thing")} could be given back, and the budget has no room for one of them.`,
        ]
      : [`${plural(items.length, "thing")}, ${plural(tokens, "token")}.`];
  if (text !== null && left > 0) notes.push(`The budget has no room for ${count(left)} more.`);
  if (fromOutside > 0)
    notes.push(`${plural(fromOutside, "thing")} left out, because a text of outside said it first.`);
  if (effect !== null) notes.push(...describeEffect(effect));
  return { text, shown: revealText(text ?? ""), fileName: `give-back-${no}.txt`, notes };
}

function describeEffect({
  turns,
  recorded,
  withText,
  fetched,
  spared,
}: NonNullable<GiveBackResult["effect"]>) {
  const notes = [];
  if (fetched > 0)
    notes.push(
      spared.length === 0
        ? `It would not surely have spared one of ${plural(fetched, "fetch", "fetches")} behind it.`
        : `It would have spared ${count(spared.length)} of ${plural(fetched, "fetch", "fetches")} behind it: ${spared
            .map(({ text, turn, tokens }) => `${revealText(text)} at turn ${turn} (${count(tokens)} tokens)`)
            .join(", ")}.`,
    );
  if (recorded !== null && withText !== null)
    notes.push(
      `Replayed with it, the ${plural(turns, "turn")} until the next compaction or the end read ${count(withText)} tokens instead of ${count(recorded)}.`,
    );
  return notes;
}
