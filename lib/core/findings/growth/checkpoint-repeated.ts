import { digits } from "../../digits";
import type { FindingRule } from "../rule/rule";

/** More than one restart from a checkpoint: each pass loses what the one before had kept. */
export const checkpointRepeated: FindingRule = {
  code: "checkpoint.repeated",
  family: "growth",
  title: "The session was restarted more than once",
  severity: "warning",
  advice: "Split the task instead of checkpointing a checkpoint.",
  source: "checkpoint and restart: at most one restart per task, as each pass compounds the loss",
  *find({ session }) {
    const restarts = session.records.filter(({ event }) => event.type === "session.restarted");
    const [first, last] = [restarts[0], restarts.at(-1)];
    if (first === undefined || last === undefined || restarts.length < 2) return;
    yield {
      from: first.turn,
      to: last.turn,
      blocks: [],
      numbers: { restarts: restarts.length },
      sentence: `The session was restarted from a checkpoint ${digits(restarts.length)} times, at turns ${restarts
        .slice(0, 5)
        .map(({ turn }) => turn)
        .join(", ")}${restarts.length > 5 ? ` and later` : ""}.`,
      proof: { view: "checkpoints", turn: last.turn },
    };
  },
};
