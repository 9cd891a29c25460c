import { describe, expect, it } from "vitest";
import { assert } from "@/lib/core/assert";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { buildSnapshot } from "./snapshot";
import { listIncidentTexts, stripContent } from "./texts";
import { demoStory } from "@/lib/demo";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "./incident-source";

const all = finishSteps(tellInSteps(foldRecording(demoStory("refund"))));
const [step] = all.plans[0]?.steps.filter(({ text }) => text.includes("shipped")) ?? [];
assert(step !== undefined, "the refund session has a branch");
const edge = all.evidence.edges.find(({ executed, state }) => executed && state === "dangling");
assert(edge !== undefined, "the branch used evidence that was gone");

const note = {
  turn: 4,
  pin: "step",
  target: step.id,
  text: "See this.",
  author: "Ada",
  createdAt: 0,
} as const;
const changed = [{ edge: edge.id, turn: 4, recorded: "dangling", replayed: "live" }] as const;
const series = { turn: [], tokens: [], recorded: [], evictions: [] };
const result = { policy: { kind: "none", title: "Append only" }, summary: { compactions: 0 }, series };
const snapshot = buildSnapshot(
  all,
  {
    title: "Refund",
    severity: null,
    outcome: null,
    from: 0,
    to: 6,
    annotations: [{ ...note, id: "1" }],
  },
  { turn: null, axis: "time", compress: false },
  [{ id: "rep", createdAt: "", results: [{ ...result, evidence: { changed } }] }],
);

describe("the texts of a snapshot", () => {
  it("are listed with what notes are pinned to and what replays say", () => {
    const places = listIncidentTexts(snapshot)
      .filter(({ text }) => text.includes("shipped"))
      .map(({ place }) => place);
    expect(places).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^what line \d+ of the timeline is pinned to$/) as string,
        "replay 1",
      ]),
    );
  });

  it("are removed from notes' pins and replays in a snapshot without content", () => {
    const bare = stripContent(snapshot);
    const text = JSON.stringify([bare.entries, bare.replays]);
    expect(text).not.toContain("shipped");
    expect(text).toContain("See this.");
    expect(bare.replays[0]?.policies[0]?.text).toBe(
      "Under Append only, the branch at turn 4 would have had its evidence.",
    );
    expect(bare.entries.find(({ pin }) => pin !== null)?.pin?.text).toBe("a step");
  });
});
