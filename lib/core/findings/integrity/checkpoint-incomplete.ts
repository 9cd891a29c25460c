import { FIELD_NAMES, missingFields } from "../../checkpoint/fields";
import { fullText } from "../../trace/fold/recording";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";

export const checkpointIncomplete: FindingRule = {
  ...findingKind("checkpoint.incomplete"),
  *find(input) {
    const task = checkpointTask(input);
    for (const { turn, event } of input.session.records) {
      if (event.type !== "checkpoint.taken") continue;
      const missing = missingFields(event.state, task);
      if (missing.length === 0) continue;
      yield {
        from: turn,
        to: turn,
        blocks: [input.index.block(event.block)?.id ?? []].flat(),
        numbers: { missing: missing.length },
        sentence: `The checkpoint of turn ${turn} lacks ${missing.map((field) => FIELD_NAMES[field]).join(", ")}.`,
        proof: { view: "checkpoints", turn },
        claims: [{ is: "declared", event: "checkpoint.taken", turn, says: [event.id] }],
      };
    }
  },
};

/** The session's first request; `null` where its text is unknown. */
export function checkpointTask({ session, recording }: FindingInput): string | null {
  const goal =
    session.blocks.find(({ kind }) => kind === "user_goal") ??
    session.blocks.find(({ kind }) => kind === "user_message");
  return goal === undefined ? null : fullText(recording, goal);
}
