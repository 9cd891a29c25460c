import { describe, expect, it } from "vitest";
import { analyseRecording, findAll } from "@/lib/core/findings/find";
import { FINDING_KINDS } from "@/lib/core/findings/kinds";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { Draw } from "@/lib/testing/injected/draw";
import { INJECTIONS } from "@/lib/testing/injected-faults";
import { choosePolicy, policyChoiceSchema } from "./choose-policy";
import { compare } from "./comparison";
import { RECORDED } from "./recorded";
import { summariseReplay } from "./summary";

const CODE = "evidence.dangling";
const SEEDS = 6;

describe("uses without evidence", () => {
  const codes = FINDING_KINDS.filter(({ family, code }) => family === "evidence" && code in INJECTIONS);

  it.each(codes.map(({ code }) => code))("are the same for a replay and for the gate, with %s", (code) => {
    for (let seed = 1; seed <= SEEDS; seed++)
      for (const isFaulty of [true, false]) {
        const { events } = INJECTIONS[code]?.(new Draw(seed), isFaulty) ?? { events: [] };
        const parts = analyseRecording(foldRecording([...events]));
        const found = findAll(parts).findings.filter((one) => one.code === CODE && one.standing === "proved");
        const told = found.reduce((sum, { numbers }) => sum + (numbers.evidence ?? 0), 0);
        expect(replayed(parts), `seed ${seed}`).toBe(told);
        if (code === CODE && isFaulty) expect(told).toBeGreaterThan(0);
      }
  });
});

function replayed({ recording, plans, evidence }: ReturnType<typeof analyseRecording>): number | undefined {
  const chosen = choosePolicy(policyChoiceSchema.parse({ kind: RECORDED.kind }));
  if (!chosen.ok) throw new Error("the recorded policy cannot be chosen");
  const [first] = compare({ recording, plans, evidence }, [chosen]);
  return first?.replay == null ? undefined : summariseReplay(first.replay, recording, evidence).dangling;
}
