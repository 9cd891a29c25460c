import { describe, expect, it } from "vitest";
import { assert } from "@/lib/core/assert";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { demoStory } from "@/lib/demo";
import { listLostTexts } from "./lost-texts";
import { stripModel } from "./strip";
import { findArc, listLostBlocks } from "@/lib/incident/lost-blocks";
import { cutTexts, buildSnapshot } from "@/lib/incident/snapshot";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "@/lib/incident/incident-source";

const refund = finishSteps(tellInSteps(foldRecording(demoStory("refund"))));

function findingOf(code: string) {
  const finding = refund.findings.find((one) => one.code === code);
  assert(finding !== undefined, `no ${code}`);
  return finding;
}

const VIEW = { turn: null, axis: "turns", compress: false } as const;

describe("what an incident of a finding covers", () => {
  const dangling = findingOf("evidence.dangling");
  const snapshot = buildSnapshot(
    refund,
    {
      title: "The branch ran blind",
      severity: "serious",
      outcome: null,
      ...findArc(refund, dangling),
      annotations: [
        {
          id: "n",
          author: "",
          createdAt: 0,
          turn: dangling.from,
          pin: "finding",
          target: dangling.code,
          text: "Keep it.",
        },
      ],
    },
    VIEW,
  );

  it("is all from where the lost block came in to the session's end, where it never came back", () => {
    expect(listLostBlocks(refund, dangling)).toMatchObject([{ came: 1, left: 4, back: null, usedAt: [4] }]);
    expect(findArc(refund, dangling)).toEqual({ from: 1, to: 6 });
  });

  it("shows the lost text with its life, and draws it", () => {
    const [lost] = listLostTexts(cutTexts(snapshot));
    expect(lost?.life).toBe(
      "in the window from turn 1 to 3, gone at turn 4, used without it at turn 4, and did not come back",
    );
    expect(lost?.head).toContain("7741");
    const [lane] = stripModel(snapshot).lanes;
    expect(lane?.runs).toHaveLength(1);
    expect(lane?.uses).toHaveLength(1);
  });

  it("shows no text where texts are left out", () => {
    const off = {
      ...snapshot,
      content: "off" as const,
      blocks: snapshot.blocks.map((block) => ({ ...block, text: null })),
    };
    expect(listLostTexts(off)[0]).toMatchObject({ head: "", without: "Its text is left out of this link." });
  });
});
