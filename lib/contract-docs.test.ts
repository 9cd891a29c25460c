import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isContract, readContract } from "@/lib/core/findings/gate";
import { judgeRecording } from "@/lib/core/findings/judge-recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { Draw } from "@/lib/testing/injected/draw";
import { INJECTIONS } from "@/lib/testing/injected-faults";
import { importPath } from "@/lib/testing/import-file";

const page = readFileSync("docs/runtime.md", "utf8");
const contracts = new Map(
  [...page.matchAll(/^\| ([^|]+?) +\| `(\{"limits".+?)` +\|$/gm)].map(([, loss = "", text = ""]) => [
    loss,
    text,
  ]),
);

async function judgeDemo(contract: string, demo: string): Promise<string> {
  const { sessions } = await importPath(`lib/demo/${demo}.jsonl`);
  return judgeEvents(contract, [...sessions.values()].flat());
}

function judgeEvents(text: string, events: Parameters<typeof foldRecording>[0]): string {
  const contract = readContract(text);
  if (!isContract(contract)) throw new Error(contract.map(({ message }) => message).join("; "));
  return judgeRecording(foldRecording(events), contract).verdict;
}

describe("a contract of the docs", () => {
  it.each([
    ["its task, or a constraint", "publishing-daemon", "eight-turn-loop"],
    ["its task, or a constraint", "three-checkpoints", "refund"],
    ["its plan, or its evidence", "publishing-daemon", "release-notes"],
    ["its plan, or its evidence", "refund", "eight-turn-loop"],
    ["money for its cache", "refund", "eight-turn-loop"],
  ])("about %s fails %s and passes %s", async (loss, broken, kept) => {
    const contract = contracts.get(loss) ?? "";
    expect([await judgeDemo(contract, broken), await judgeDemo(contract, kept)]).toEqual(["fail", "pass"]);
  });

  it("about money in loops fails a session that goes round in a circle, and passes its twin", () => {
    const verdicts = [true, false].map((isFaulty) => {
      const { events } = INJECTIONS["call.loop"]?.(new Draw(1), isFaulty) ?? { events: [] };
      return judgeEvents(contracts.get("money in loops") ?? "", [...events]);
    });
    expect(verdicts).toEqual(["fail", "pass"]);
  });

  it("is one of those that are tried here", () => {
    expect([...contracts.keys()]).toEqual([
      "its task, or a constraint",
      "its plan, or its evidence",
      "money in loops",
      "money for its cache",
    ]);
  });
});
