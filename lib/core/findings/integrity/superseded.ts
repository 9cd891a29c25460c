import { countUntil } from "../../count-until";
import { groupBy } from "../../group-by";
import { getFindingKind } from "../kinds";
import { fileActs } from "../../evidence/file-acts";
import type { FindingRule } from "../rule/rule";

export const superseded: FindingRule = {
  ...getFindingKind("stale.superseded"),
  *find(input) {
    const { session, index } = input;
    const last = session.turns.at(-1)?.index ?? 0;
    for (const [path, acts] of groupBy(yield* fileActs.inSteps(input.recording), (act) => act.path)) {
      const writes = acts.filter(({ writes: does }) => does).sort((a, b) => a.turn - b.turn);
      const stale = acts.flatMap(({ block, turn, writes: does }) => {
        const write = does ? undefined : writes[countUntil(writes, (fileWrite) => fileWrite.turn <= turn)];
        const residency = index.listResidencies(block).find(({ mode, from, to }) => {
          return mode === "full" && write !== undefined && from <= write.turn && (to ?? last) > write.turn;
        });
        return write === undefined || residency === undefined
          ? []
          : [{ block, read: turn, from: write.turn + 1, to: residency.to ?? last }];
      });
      yield;
      const [first] = stale;
      if (first === undefined) continue;
      const to = stale.reduce((latest, staleUse) => Math.max(latest, staleUse.to), first.to);
      yield {
        from: first.from,
        to,
        blocks: stale.slice(0, 20).flatMap(({ block }) => session.blocks[block]?.id ?? []),
        numbers: { versions: stale.length, turns: to - first.from + 1 },
        sentence: `What was read of ${path} at turn ${first.read}, before it was changed at turn ${first.from - 1}, still stood in the window at turn ${to}.`,
        proof: { view: "block", block: session.blocks[first.block]?.id ?? "" },
        claims: [
          { is: "stands", block: session.blocks[first.block]?.id ?? "", turn: first.from, mode: "full" },
          { is: "order", first: { turn: first.read }, then: { turn: first.from } },
        ],
      };
    }
  },
};
