import { describe, expect, it } from "vitest";
import { assert } from "@/lib/core/assert";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { SavedReplay } from "./replay-part";
import { replayPart } from "./replay-part";
import { demoStory } from "@/lib/demo";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "./incident-source";

const all = finishSteps(tellInSteps(foldRecording(demoStory("refund"))));
const dangling = all.evidence.edges.find(({ executed, state }) => executed && state === "dangling");
assert(dangling !== undefined, "the refund session has a dangling use");
const live = all.evidence.edges.find(({ executed, state }) => executed && state === "live");
assert(live !== undefined, "the refund session has a live use");

type Result = SavedReplay["results"][number];
type Changed = Result["evidence"]["changed"];

function result(title: string, changed: Changed, kind = "policy"): Result {
  return {
    policy: { kind, title },
    summary: { compactions: 0 },
    series: {
      turn: [0, 1, 2, 3, 4, 5, 6],
      tokens: [1, 2, 4, 8, 16, 32, 64],
      recorded: [1, 1, 1, 1, 1, 1, null],
      evictions: [0, 0, 0, 0, 2, 0, 3],
    },
    evidence: { changed },
  };
}

function part(changed: Changed, range = { from: 0, to: 6 }, kind = "policy") {
  const results = [result("OpenClaw pruning, with pinning", changed, kind)];
  return replayPart(all, { id: "rep", createdAt: "", results }, range);
}

const regained = {
  edge: dangling.id,
  turn: dangling.to.turn,
  recorded: "dangling",
  replayed: "pinned",
} as const;
const lost = { edge: live.id, turn: live.to.turn, recorded: "live", replayed: "dangling" } as const;

describe("a replay as a part of an incident", () => {
  it("says that the branch would have had its evidence, in words of the trace and without", () => {
    const { recorded, policies } = part([regained]);
    expect(recorded.dangling).toBe(1);
    expect(policies[0]).toMatchObject({ dangling: 0 });
    expect(policies[0]?.text).toMatch(
      /^Under OpenClaw pruning, with pinning, the step “If the order .*” at turn 4 would have had its evidence\.$/,
    );
    expect(policies[0]?.plain).toBe(
      "Under OpenClaw pruning, with pinning, the branch at turn 4 would have had its evidence.",
    );
  });

  it("says which policies would have been as bad, and which worse", () => {
    expect(part([]).policies[0]).toMatchObject({
      dangling: 1,
      plain: "Under OpenClaw pruning, with pinning, the same use would still have been without evidence.",
    });
    expect(part([lost]).policies[0]).toMatchObject({
      dangling: 2,
      plain: "Under OpenClaw pruning, with pinning, 1 use would have lost its evidence as well.",
    });
    expect(part([regained, lost]).policies[0]?.plain).toMatch(/, and 1 use would have lost it\.$/);
  });

  it("counts nothing outside of the incident's range", () => {
    const before = part([regained, lost], { from: 0, to: 2 });
    expect(before.recorded).toEqual({ dangling: 0, tokensSent: 3, evictions: 0 });
    expect(before.policies[0]).toMatchObject({ tokensSent: 7, evictions: 0 });
    expect(JSON.stringify(before)).not.toContain("turn 4");
  });

  it("is unknown where a replay lists too little, and sums no missing figure", () => {
    const many = Array.from({ length: 500 }, () => regained);
    expect(part(many).policies[0]).toMatchObject({
      dangling: null,
      plain: expect.stringMatching(/is not known\.$/) as string,
    });
    expect(part([]).recorded.tokensSent).toBeNull();
  });

  it("always says that the model might have answered otherwise", () => {
    expect(part([regained]).caveats.join(" ")).toContain("it might have answered otherwise");
  });
});
