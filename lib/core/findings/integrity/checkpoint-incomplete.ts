import { FIELD_NAMES, findMissingFields } from "../../checkpoint/fields";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";

export const checkpointIncomplete: FindingRule = {
  ...getFindingKind("checkpoint.incomplete"),
  *find(input) {
    const task = readCheckpointTask(input);
    for (const { turn, event } of input.session.records) {
      if (event.type !== "checkpoint.taken") continue;
      const missing = findMissingFields(event.state, task);
      if (missing.length === 0) continue;
      yield {
        from: turn,
        to: turn,
        blocks: [input.index.getBlock(event.block)?.id ?? []].flat(),
        numbers: { missing: missing.length },
        sentence: `The checkpoint of turn ${turn} lacks ${missing.map((field) => FIELD_NAMES[field]).join(", ")}.`,
        proof: { view: "checkpoints", turn },
        claims: [{ is: "declared", event: "checkpoint.taken", turn, says: [event.id] }],
      };
    }
  },
};

/** The session's first request; `null` where its text is unknown. */
export function readCheckpointTask({ session, recording }: FindingInput): string | null {
  const goal =
    session.blocks.find(({ kind }) => kind === "user_goal") ??
    session.blocks.find(({ kind }) => kind === "user_message");
  return goal === undefined ? null : readFullText(recording, goal);
}
