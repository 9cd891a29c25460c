import { FIELD_NAMES, missingFields } from "@/lib/core/checkpoint/fields";
import type { Session } from "@/lib/core/trace/session";
import type { TurnIndex } from "@/lib/core/units";

interface CheckpointLine {
  readonly turn: TurnIndex;
  readonly kind: "checkpoint";
  readonly text: string;
  readonly plain: string;
  readonly blocks?: readonly number[];
}

export function checkpointLines({ records, blocks }: Session): CheckpointLine[] {
  return records.flatMap(({ turn, event }): CheckpointLine[] => {
    if (event.type === "session.restarted") {
      const plain = "is restarted from its checkpoint";
      const why = event.reason === undefined ? "" : `: ${event.reason}`;
      return [
        {
          turn: event.turn ?? turn,
          kind: "checkpoint",
          text: `the session ${plain}${why}`,
          plain: `the session ${plain}`,
        },
      ];
    }
    if (event.type !== "checkpoint.taken") return [];
    const missing = missingFields(event.state, null);
    const plain = `a checkpoint is taken${missing.length === 0 ? "" : `, without ${missing.map((field) => FIELD_NAMES[field]).join(", ")}`}`;
    const block = blocks.findIndex(({ id }) => id === event.block);
    return [{ turn, kind: "checkpoint", text: plain, plain, blocks: block < 0 ? [] : [block] }];
  });
}
