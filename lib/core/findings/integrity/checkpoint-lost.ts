import { formatCount } from "../../digits";
import type { Claim } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { startOf } from "../rule/start-of";
import { shortenWords } from "../rule/subject";
import type { ItemKind } from "./restart";
import { compareCarriedOver, findCheckpointBefore } from "./restart";

const NAMED_MAX = 3;
/** More restarts have a rule of their own. */
const RESTARTS_MAX = 20;
const CLAIMED_MAX = 8;
const CLAIM_CHARS = 120;
/**
 * Only what nothing else repeats. A lost task has a rule of its own; evidence and actions can be had again.
 */
const CARRIED: ReadonlySet<ItemKind> = new Set(["constraint", "decision", "ruled out", "open step"]);

export const checkpointLost: FindingRule = {
  ...getFindingKind("checkpoint.lost"),
  *find(input) {
    const { session } = input;
    const restarts = session.records.flatMap(({ turn, event }) =>
      event.type === "session.restarted" ? [event.turn ?? turn] : [],
    );
    for (const turn of restarts.slice(0, RESTARTS_MAX)) {
      const before = (compareCarriedOver(input, turn) ?? []).filter(({ what }) => CARRIED.has(what));
      // What the state or the plan says itself; what a message means as a rule is read from prose.
      const lostItems = before.filter(({ outcome }) => outcome === "lost");
      const statedItems = lostItems.filter(({ block }) => block === null);
      const itemsToTell = statedItems.length > 0 ? statedItems : lostItems;
      if (itemsToTell.length === 0) continue;
      const [keptCount, paraphrasedCount] = [
        before.filter(({ outcome }) => outcome === "kept").length,
        before.filter(({ outcome }) => outcome === "paraphrased").length,
      ];
      const checkpoint = findCheckpointBefore(input, turn);
      const names = itemsToTell
        .slice(0, NAMED_MAX)
        .map(({ what, text }) => `the ${what} "${shortenWords(text)}"`);
      const rest = itemsToTell.length > NAMED_MAX ? ` and ${itemsToTell.length - NAMED_MAX} more` : "";
      yield {
        from: turn,
        to: turn,
        blocks: itemsToTell.flatMap(({ block }) => session.blocks[block ?? -1]?.id ?? []).slice(0, 20),
        suspected: statedItems.length === 0,
        numbers: { kept: keptCount, paraphrased: paraphrasedCount, lost: itemsToTell.length },
        sentence: `Of ${formatCount(before.length, "thing")} to carry over the restart at turn ${turn}${checkpoint === null ? "" : `, with the checkpoint of turn ${checkpoint.turn}`}, ${keptCount} stand word for word after it and ${paraphrasedCount} in other words; lost: ${names.join(", ")}${rest}.`,
        proof: { view: "checkpoints", turn },
        claims: itemsToTell
          .slice(0, CLAIMED_MAX)
          .map(({ text }): Claim => ({ is: "absent", value: startOf(text, CLAIM_CHARS), turn })),
      };
    }
  },
};
