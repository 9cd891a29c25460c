import { describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { buildPlans } from "./plan/plans-of";
import { foldRecording } from "../trace/fold/recording";
import type { EvidenceEdge } from "./edge";
import { deriveEvidence } from "./evidence-of";

noteMissingCorpus("evidence in recorded sessions");

async function analyse(entry: string) {
  const imported = await importCorpusEntry(entry);
  const events = [...(imported?.sessions.values() ?? [])][0];
  if (events === undefined) throw new Error(`${entry} was not imported`);
  const recording = foldRecording(events);
  const plans = buildPlans(recording);
  return { recording, plans, edges: deriveEvidence(recording, plans).edges };
}

const using = (edges: readonly EvidenceEdge[], value: string) =>
  edges.filter(({ matched }) => matched.some((match) => match.includes(value)));
const wanted = (edges: readonly EvidenceEdge[], value: string) =>
  using(edges, value).filter(({ state }) => state !== "live");

describe.runIf(hasCorpus)("evidence in recorded sessions", () => {
  it("leaves and is fetched again every ten commands in matplotlib-25960", async () => {
    const { edges } = await analyse("swe_agent/sweagent0-matplotlib__matplotlib-25960.traj");
    const line = wanted(edges, "2261");
    expect([...new Set(line.map(({ to }) => to.turn))]).toEqual([33, 43, 53, 63, 73]);
    expect(new Set(line.map(({ state }) => state))).toEqual(new Set(["refetched"]));
    const said = using(edges, "SubplotSpec").map(({ to, state, from }) => [to.turn, state, from]);
    expect(said.map(([turn]) => turn)).toEqual([20, 34, 44, 54, 64, 74]);
    expect(said.every(([, state]) => state === "live")).toBe(true);
    expect(new Set(said.map(([, , from]) => from)).size).toBe(said.length);
  });

  it("stands in another result where that says it, as after the compaction of pi-compact", async () => {
    const { edges, recording } = await analyse("pi/pi-compact-2638daee.jsonl");
    const [compacted = Infinity] = recording.session.compactions.map(({ turn }) => turn);
    const later = using(edges, "docs/hooks.md").filter(({ to }) => to.turn >= compacted);
    expect(later.map(({ to, state }) => [to.turn, state])).toEqual(
      [350, 351, 473, 477].map((turn) => [turn, "live"]),
    );
  });

  it("is gone in windows of the run of b2e732c1 that began from an older state", async () => {
    const { edges } = await analyse("openclaw/lru_demo/b2e732c1-5f16-4ebe-ba84-0a11adc45c66.jsonl");
    expect(
      edges.filter(({ state }) => state === "dangling").map(({ to, leftTurn }) => [to.turn, leftTurn]),
    ).toEqual([[26, 25]]);
  });

  it("follows the issues that ae4a77f8 worked off, step by step", async () => {
    const { plans, edges } = await analyse("claude_code/spotter-ae4a77f8");
    const issues = plans.find(({ source }) => source === "issue-tracker");
    expect(issues?.steps.map(({ id }) => id)).toContain("spotter-4te.6");
    expect(issues?.steps.every(({ concludedTurn }) => concludedTurn !== null)).toBe(true);
    expect(edges.some(({ to }) => to.step === "spotter-4te.4")).toBe(true);
  });
});
