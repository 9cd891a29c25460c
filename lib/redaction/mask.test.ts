import { describe, expect, it } from "vitest";
import type { Snapshot } from "@/lib/incident/snapshot";
import { cutTexts, buildSnapshot } from "@/lib/incident/snapshot";
import { stripContent } from "@/lib/incident/texts";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { sampleSecrets } from "@/lib/testing/sample-secrets";
import { trace } from "@/lib/testing/trace-builder";
import { MASK, splitMarks } from "@/lib/core/marks";
import { NO_CUSTOM_RULES } from "./custom";
import { maskSnapshot } from "./mask";
import { finishSteps } from "@/lib/core/steps";
import { tellInSteps } from "@/lib/incident/incident-source";

const VIEW = { turn: null, axis: "turns", compress: false } as const;

function snapshotWith(text: string, value: string): Snapshot {
  const cut = Math.floor(value.length / 2);
  const events = trace(`session of ${text}`, { agent: text })
    .turn((t) => t.user(`please look at ${text} soon`).calls("read_file", { path: `/tmp/${text}.txt` }, "c1"))
    .turn((t) =>
      t
        .result("c1", JSON.stringify({ a: { b: JSON.stringify({ c: [text] }) } }))
        .calls("read_file", { path: `/tmp/${text}.txt` }, "c2"),
    )
    .turn((t) =>
      t
        .block("first", "tool_result", `the first half: ${value.slice(0, cut)}`, {
          label: `report ${text}.pdf`,
        })
        .block("second", "tool_result", `${value.slice(cut)} was the second`),
    )
    .turn((t) => t.clear("result:c1"))
    .events();
  return buildSnapshot(finishSteps(tellInSteps(foldRecording(events))), incidentOf(text), VIEW);
}

function incidentOf(text: string) {
  return { title: `About ${text}`, severity: null, outcome: null, from: 0, to: 3, annotations: [] };
}

async function maskedOf(...asked: Parameters<typeof maskSnapshot>) {
  const { snapshot, hits, marks } = await maskSnapshot(...asked);
  return { snapshot: splitMarks(snapshot, marks).value, hits };
}

describe("a masked snapshot", () => {
  it.each(sampleSecrets().map((one) => [one.what, one] as const))(
    "holds no piece of the secret: %s",
    async (_, one) => {
      const { value, inText = value } = one;
      const whole = snapshotWith(inText, inText);
      expect(JSON.stringify(whole)).toContain(JSON.stringify(value).slice(1, -1));
      const { snapshot } = await maskedOf(whole, { rules: NO_CUSTOM_RULES, reveal: new Set() });
      const served = JSON.stringify(cutTexts(snapshot));
      const bare = value.replaceAll("\\", "");
      for (const form of [value, bare, JSON.stringify(value).slice(1, -1), bare.slice(0, bare.length / 2)])
        expect(served).not.toContain(form);
    },
  );

  it("has texts, names and figures of the same lengths", async () => {
    const whole = snapshotWith(sampleSecrets()[0]?.value ?? "", sampleSecrets()[0]?.value ?? "");
    const { snapshot } = await maskedOf(whole, { rules: NO_CUSTOM_RULES, reveal: new Set() });
    const lengths = ({ blocks }: Snapshot) => blocks.map((b) => [b.text?.length, b.chars, b.tokens]);
    expect(lengths(snapshot)).toEqual(lengths(whole));
    expect(JSON.stringify(snapshot)).toContain(MASK);
  });

  it("keeps what the owner reveals, and nothing else", async () => {
    const [one, other] = sampleSecrets().slice(16, 18);
    const whole = snapshotWith(`${one?.value} ${sampleSecrets()[0]?.value}`, other?.value ?? "");
    const { hits } = await maskedOf(whole, { rules: NO_CUSTOM_RULES, reveal: new Set() });
    const email = hits.find(({ value }) => value === one?.value);
    expect(email?.places.length).toBeGreaterThan(2);
    const { snapshot } = await maskedOf(whole, {
      rules: NO_CUSTOM_RULES,
      reveal: new Set([email?.id ?? ""]),
    });
    expect(JSON.stringify(snapshot)).toContain(one?.value);
    expect(JSON.stringify(snapshot)).not.toContain(sampleSecrets()[0]?.value);
  });

  it("masks what a project's own rule names, and leaves what a detector that is off would find", async () => {
    const whole = snapshotWith("CUST-77812 of ada@example.org", "x".repeat(20));
    const rules = {
      rules: [{ name: "customer", kind: "text" as const, pattern: "CUST-*" }],
      off: ["email"],
      on: [],
    };
    const { snapshot } = await maskedOf(whole, { rules, reveal: new Set() });
    expect(JSON.stringify(snapshot)).not.toContain("77812");
    expect(JSON.stringify(snapshot)).toContain("ada@example.org");
  });
});

describe("a snapshot without content", () => {
  it("holds no text and no name of the trace but those of tools", () => {
    const bare = JSON.stringify(stripContent({ ...snapshotWith("sesame", "opensesame"), title: "t" }));
    expect(bare).not.toMatch(/sesame|report/);
    expect(bare).toContain("tool call of read_file");
  });
});
