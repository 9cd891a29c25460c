import { needResolver } from "../../evidence/needs";
import { pairCalls } from "../../window/call-pairs";
import { counted } from "../../digits";
import type { FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";

const NAMED_MAX = 5;

/** A step declares a need that names no block, no call and no step: what it needs cannot be followed. */
export const unknownNeed: FindingRule = {
  code: "plan.unknown_need",
  family: "evidence",
  title: "A step needs something that the session does not have",
  severity: "warning",
  advice: "Name needs by the ids of calls, blocks or steps, and check a plan's needs when it is declared.",
  source: "dependency manifest: manifests are written by models and will sometimes be wrong",
  *find({ session, recording, plans }) {
    const calls = pairCalls(session);
    for (const plan of plans) {
      const resolve = needResolver(recording, calls, plan);
      for (const step of plan.steps) {
        const unknown = step.needs.filter((need) => resolve(need) === null);
        if (unknown.length === 0) continue;
        const since = Math.min(...unknown.map((need) => step.neededSince[need] ?? step.addedTurn));
        const names = unknown.slice(0, NAMED_MAX).map((need) => `"${shortWords(need)}"`);
        const more = unknown.length > NAMED_MAX ? ` and ${unknown.length - NAMED_MAX} more` : "";
        yield {
          from: since,
          to: step.executedTurn === null ? since : Math.max(since, step.executedTurn),
          blocks: [],
          numbers: { needs: unknown.length },
          sentence: `Step "${shortWords(step.text)}" declares ${counted(unknown.length, "need")} that ${unknown.length === 1 ? "names" : "name"} nothing in the session: ${names.join(", ")}${more}.`,
          proof: { view: "plan", turn: since },
        };
      }
    }
  },
};
