import { describe, expect, it } from "vitest";
import { analyseRecording } from "@/lib/core/findings/find";
import { buildAccount } from "@/lib/core/cost/account";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { answerCost } from "@/lib/queries/session/get-cost";
import { importSample } from "@/lib/testing/samples";
import { buildCostModel } from "./cost-model";

const STATE = { isKnown: true, analysed: true, analysedTurn: null, pending: null };

async function drawSample(name: string) {
  const { events } = await importSample(name);
  const account = buildAccount(analyseRecording(foldRecording(events[0] ?? [])));
  return buildCostModel(answerCost(STATE, JSON.parse(JSON.stringify(account)), []), "ses_1");
}

describe("what a source states", () => {
  it("of its calls stands beside what they cost here", async () => {
    const { remarks } = await drawSample("chat-completions-log.jsonl");
    expect(remarks.join(" ")).toMatch(/The source states \$0\.50 for 5 calls, which cost \$0\.10 here\./);
  });

  it("of the whole run is told also where no call has a price", async () => {
    const { empty } = await drawSample("swe-agent-0.traj");
    expect(empty?.text).toMatch(/The source states \$\d.* for the whole run\.$/);
  });
});
