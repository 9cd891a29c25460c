import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

export const checkpointRepeated: FindingRule = {
  ...getFindingKind("checkpoint.repeated"),
  *find({ session }) {
    const restarts = session.records.filter(({ event }) => event.type === "session.restarted");
    const [first, last] = [restarts[0], restarts.at(-1)];
    if (first === undefined || last === undefined || restarts.length < 2) return;
    yield {
      from: first.turn,
      to: last.turn,
      blocks: [],
      numbers: { restarts: restarts.length },
      sentence: `The session was restarted from a checkpoint ${formatDigits(restarts.length)} times, at turns ${restarts
        .slice(0, 5)
        .map(({ turn }) => turn)
        .join(", ")}${restarts.length > 5 ? ` and later` : ""}.`,
      proof: { view: "checkpoints", turn: last.turn },
      claims: [
        {
          is: "count",
          n: restarts.length,
          of: { in: "records", event: "session.restarted", from: first.turn, to: last.turn },
        },
      ],
    };
  },
};
