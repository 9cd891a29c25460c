import { describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import type { Recording } from "../trace/fold/recording";
import { foldRecording } from "../trace/fold/recording";
import { analyseRecording, findAll } from "./find";
import type { Finding } from "./rule/finding";

noteMissingCorpus("what is found in recorded sessions");

async function foundIn(entry: string): Promise<{ recording: Recording; findings: readonly Finding[] }[]> {
  const imported = await importCorpusEntry(entry);
  return [...(imported?.sessions.values() ?? [])].map((events) => {
    const recording = foldRecording(events);
    return { recording, findings: findAll(analyseRecording(recording)).findings };
  });
}

const codesOf = (findings: readonly Finding[]) => new Set(findings.map(({ code }) => code));
const beside = (findings: readonly Finding[], prefix: string) =>
  findings.filter(({ code }) => !code.startsWith(prefix));

describe.runIf(hasCorpus)("recorded sessions", () => {
  it("loop because a harness keeps five observations and the agent reads the same again", async () => {
    const [found] = await foundIn("swe_agent/sweagent0-matplotlib__matplotlib-25960.traj");
    const codes = codesOf(found?.findings ?? []);
    for (const code of ["call.loop", "refetch.after_eviction"]) expect(codes).toContain(code);
  });

  it("loop although nothing ever left the window", async () => {
    const found = await foundIn("tau2_bench/telecom-gpt-4.1-ft-lookup-loop-a.json");
    const times = found.map(({ findings }) =>
      Math.max(
        0,
        ...findings.flatMap(({ code, numbers }) => (code === "call.duplicate" ? (numbers.times ?? 0) : [])),
      ),
    );
    expect(times.sort((a, b) => b - a)).toEqual([94, 67, 1]);
    const severities = found.flatMap(({ findings }) =>
      findings.flatMap(({ code, severity }) => (code === "call.duplicate" ? severity : [])),
    );
    expect(severities.toSorted()).toEqual(["note", "warning", "warning"]);
    for (const { findings } of found)
      expect(findings.filter(({ code }) => /^(eviction|refetch)\./.test(code))).toEqual([]);
  });

  it("grow by one result of more than a hundred thousand tokens, as the total of the run sizes it", async () => {
    const [found] = await foundIn("swe_agent/sweagent0-sphinx-doc__sphinx-11510.traj");
    const spike = found?.findings.find(({ code, from }) => code === "context.spike" && from === 8);
    expect(spike?.numbers.delta).toBeGreaterThan(95_000);
    expect(spike?.numbers.delta).toBeLessThan(140_000);
  });

  it("shrink without a word, which is no fault of the agent, and keep nothing but a summary", async () => {
    const [found] = await foundIn("openclaw/lru_demo/b2e732c1-5f16-4ebe-ba84-0a11adc45c66.jsonl");
    const doubt = found?.findings.find(({ code }) => code === "coverage.window_in_doubt");
    expect(doubt).toMatchObject({ severity: "note", from: 11 });
    expect(found?.findings.map(({ code }) => code)).not.toContain("eviction.silent");
    const [compaction] = found?.recording.session.compactions ?? [];
    const after = found?.recording.session.turns.find(({ index }) => index === compaction?.turn);
    expect(after?.window.bySource).toHaveProperty("compaction_summary");
    expect(after?.window.entries).toBeLessThanOrEqual(2);
  });

  it("go on from a leaf of their tree, and know why an answer is not in the next window", async () => {
    const [found] = await foundIn("openclaw/lru_demo/fa3418b0-4e73-4618-ad41-4e061bec3d94.jsonl");
    expect(found?.recording.session.unsentOutputs).toMatchObject([
      { turn: 3, cause: { rule: "branch" } },
      { turn: 4, cause: { rule: "branch" } },
    ]);
    expect([...codesOf(found?.findings ?? [])].filter((code) => code.startsWith("eviction."))).toEqual([]);
  });

  it("take corrections back, so that the same mistake returns five times", async () => {
    const [found] = await foundIn("chat_completions_log/interactions_20251129_080419.jsonl");
    const withdrawn = found?.findings.find(
      ({ code, numbers }) => code === "eviction.silent" && numbers.turns === 5,
    );
    expect(withdrawn).toMatchObject({ from: 25, to: 33 });
    const again = found?.findings.filter(
      ({ code, numbers }) => code === "error.again" && "mistakes" in numbers,
    );
    expect(again).toMatchObject([
      { severity: "serious", from: 25, to: 34, numbers: { mistakes: 5, corrections: 4, withdrawn: 4 } },
    ]);
    expect(again?.[0]?.sentence).toContain("did not use any tool calls");
  });

  it("show too little for more than a few words, and then nothing is made up", async () => {
    const [found] = await foundIn("claude_code/bastion-3065c678-zero-usage.jsonl");
    const findings = found?.findings ?? [];
    expect(codesOf(findings)).toContain("coverage.no_usage");
    expect(beside(findings, "coverage.").filter(({ severity }) => severity === "serious")).toEqual([]);
    expect(codesOf(findings)).not.toContain("eviction.silent");
  });

  it("grow by one look into documentation, blamed on the turn that made it", async () => {
    const [found] = await foundIn("langfuse_trace/vercel-ai-docs-assistant-46k-spike.json");
    const spikes = found?.findings.filter(({ code }) => code === "context.spike");
    expect(spikes).toMatchObject([{ from: 0, to: 1, numbers: { delta: 45_495 } }]);
  });

  it("keep constraints verbatim and leave a reference, and are not blamed for either", async () => {
    const [found] = await foundIn("gemini_cli/gemini-cli-trajectory.json");
    const codes = [...codesOf(found?.findings ?? [])];
    expect(codes.filter((code) => /^(constraint|eviction|evidence)\./.test(code))).toEqual([]);
  });
});
