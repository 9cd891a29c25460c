import { makeNeedResolver } from "../../evidence/needs";
import { pairCalls } from "../../window/call-pairs";
import { formatCount } from "../../digits";
import type { Claim } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { claimStatement } from "./need-claims";

const NAMED_MAX = 5;

export const unknownNeed: FindingRule = {
  ...getFindingKind("plan.unknown_need"),
  *find(input) {
    const { session, recording, plans } = input;
    const calls = pairCalls(session);
    for (const plan of plans) {
      const resolve = makeNeedResolver(recording, calls, plan);
      for (const step of plan.steps) {
        const unknown = step.needs.filter((need) => resolve(need) === null);
        if (unknown.length === 0) continue;
        const since = Math.min(...unknown.map((need) => step.neededSince[need] ?? step.addedTurn));
        const names = unknown.slice(0, NAMED_MAX).map((need) => `"${shortenWords(need)}"`);
        const rest = unknown.length > NAMED_MAX ? ` and ${unknown.length - NAMED_MAX} more` : "";
        yield {
          from: since,
          to: step.executedTurn === null ? since : Math.max(since, step.executedTurn),
          blocks: [],
          numbers: { needs: unknown.length },
          sentence: `Step "${shortenWords(step.text)}" declares ${formatCount(unknown.length, "need")} that ${unknown.length === 1 ? "names" : "name"} nothing in the session: ${names.join(", ")}${rest}.`,
          proof: { view: "plan", turn: since },
          claims: unknown
            .slice(0, NAMED_MAX)
            .flatMap((need): Claim[] => [
              ...[claimStatement(input, plan, step, need) ?? []].flat(),
              { is: "count", n: 0, of: { in: "session", named: need } },
            ]),
        };
      }
    }
  },
};
