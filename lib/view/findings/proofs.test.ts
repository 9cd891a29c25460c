import { describe, expect, it } from "vitest";
import { analyseRecording, findAll, makeFindingInput } from "@/lib/core/findings/find";
import { FINDING_RULES } from "@/lib/core/findings/registry";
import type { Finding, Proof } from "@/lib/core/findings/rule/finding";
import type { FindingInput } from "@/lib/core/findings/rule/rule";
import { readFullText, foldRecording } from "@/lib/core/trace/fold/recording";
import { INJECTIONS } from "@/lib/testing/injected-faults";
import { Draw } from "@/lib/testing/injected/draw";
import { findViewAt } from "../views";
import { makeProofHref } from "./links";

const SEEDS = [3, 4, 5];

function foundBy(code: string): { input: FindingInput; finding: Finding }[] {
  const rule = FINDING_RULES.filter((one) => one.code === code);
  return SEEDS.flatMap((seed) => {
    const { events } = INJECTIONS[code]?.(new Draw(seed), true) ?? { events: [] };
    const session = analyseRecording(foldRecording([...events]));
    const input = makeFindingInput(session);
    return findAll(session, undefined, rule).findings.map((finding) => ({ input, finding }));
  });
}

function textOf({ recording, index }: FindingInput, id: string | undefined): string {
  const block = index.getBlock(id);
  return block === undefined ? "" : (readFullText(recording, block) ?? "");
}

function isAt({ index }: FindingInput, id: string, turn: number): boolean {
  const number = index.getNumber(id) ?? -1;
  return (
    index.standing.findAt(number, turn) !== undefined || (index.turn(turn)?.output ?? []).includes(number)
  );
}

function checkPlace(input: FindingInput, { proof, blocks, sentence }: Finding): void {
  const { session, index } = input;
  const quoted = [...sentence.matchAll(/"([^"]{2,400})"/g)].map(([, words = ""]) => words.replace(/…$/, ""));
  switch (proof.view) {
    case "evictions": {
      if (blocks.length > 0) expect(index.getBlock(proof.block)).toBeDefined();
      const left = index.listEvictions(proof.turn).flatMap(({ block }) => session.blocks[block]?.id ?? []);
      if (blocks.some((id) => left.includes(id))) expect(left).toContain(proof.block);
      const isCompacted = session.compactions.some(({ turn }) => turn === proof.turn);
      expect(session.compactions[proof.compaction ?? -1]?.turn).toBe(isCompacted ? proof.turn : undefined);
      break;
    }
    case "turn":
      if (blocks.some((id) => isAt(input, id, proof.turn))) expect(blocks).toContain(proof.block);
      break;
    case "plan":
      if (input.evidence.edges.some(({ from }) => blocks.includes(session.blocks[from]?.id ?? "")))
        expect(blocks).toContain(proof.block);
      break;
    case "block":
    case "why":
      expect(index.getBlock(proof.block)).toBeDefined();
      break;
    default:
      expect(index.turn(proof.turn)).toBeDefined();
  }
  checkValue(input, proof, quoted);
}

function checkValue(input: FindingInput, proof: Proof, quoted: readonly string[]): void {
  if (proof.view === "overview" || proof.view === "ledger") return;
  const texts = textsShown(input, proof);
  if (quoted.some((words) => texts.some((text) => text.includes(words)))) expect(proof.value).toBeDefined();
  const isSaid = (value: string) => texts.some((text) => text.toLowerCase().includes(value.toLowerCase()));
  if (proof.value !== undefined) expect(isSaid(proof.value)).toBe(true);
}

function textsShown(input: FindingInput, proof: Exclude<Proof, { view: "overview" | "ledger" }>): string[] {
  const { session } = input;
  const steps = input.plans.flatMap((plan) => plan.steps.flatMap(({ id, text }) => [id, text]));
  switch (proof.view) {
    case "evictions": {
      const summary = session.compactions[proof.compaction ?? -1]?.summaryBlock ?? -1;
      return [textOf(input, proof.block), textOf(input, session.blocks[summary]?.id)];
    }
    case "plan":
      return [textOf(input, proof.block), ...steps];
    case "checkpoints":
      return [
        ...session.blocks.map(({ id }) => textOf(input, id)),
        ...session.records.map(({ event }) => JSON.stringify(event)),
        ...steps,
      ];
    default:
      return [textOf(input, proof.block)];
  }
}

describe.each(FINDING_RULES.filter(({ code }) => code in INJECTIONS))("the proof of $code", ({ code }) => {
  const found = foundBy(code);

  it("points at its lane, its compaction, its block and the value in the text", () => {
    expect(found.length).toBeGreaterThan(0);
    for (const { input, finding } of found) checkPlace(input, finding);
  });

  it("is an address whose parameters the view knows", () => {
    for (const { finding } of found) {
      const { proof } = finding;
      const [path = "", search = ""] = makeProofHref("s", {
        view: proof.view,
        turn: "turn" in proof ? proof.turn : null,
        block: ("block" in proof ? proof.block : null) ?? null,
        compaction: "compaction" in proof ? proof.compaction : null,
        value: "value" in proof ? proof.value : null,
      }).split("?");
      const view = findViewAt(path.replace("/sessions/s", ""))?.view;
      expect(view?.id).toBe(finding.proof.view);
      const known = Object.keys(view?.params ?? {});
      expect([...new URLSearchParams(search).keys()].filter((name) => !known.includes(name))).toEqual([]);
    }
  });
});
