import type { Annotation, PinKind } from "@/lib/incident/incident";
import { pinWords, findPinnedStep } from "@/lib/incident/pins";
import type { IncidentFinding, IncidentSource } from "@/lib/incident/incident-source";
import { makeProofHref } from "../findings/links";
import { makeStepKey } from "../plan/graph-nodes";
import { makeBlockHref, turnHref } from "../questions/links";
import { revealText } from "../format/trace-text";

export interface PinOption {
  readonly target: string;
  readonly turn: number;
  readonly label: string;
}

/** A turn needs no option: its number names it. */
export type PinOptions = Readonly<Record<Exclude<PinKind, "turn">, readonly PinOption[]>>;

interface Range {
  readonly from: number;
  readonly to: number;
}

const OPTIONS_MAX = 500;
const LABEL_CHARS = 120;

export function pinOptions(source: IncidentSource, { from, to }: Range): PinOptions {
  const { recording, plans } = source;
  const { session } = recording;
  const inRange = ({ turn }: PinOption) => turn >= from && turn <= to;
  const listOptions = (options: readonly PinOption[]) =>
    options
      .filter(inRange)
      .sort((a, b) => a.turn - b.turn)
      .slice(0, OPTIONS_MAX);
  const option = (pin: PinKind, target: string, turn: number): PinOption => {
    const { text } = pinWords({ session, plans }, { pin, target, turn });
    return {
      target,
      turn,
      label: `turn ${turn}: ${revealText(text).slice(0, LABEL_CHARS).toWellFormed()}`,
    };
  };
  const entered = new Map<number, number>();
  for (const residency of session.residencies)
    if (!entered.has(residency.block) && (residency.to ?? to) >= from)
      entered.set(residency.block, Math.max(residency.since, from));
  const idOf = (block: number) => session.blocks[block]?.id ?? "";
  return {
    block: listOptions([...entered].map(([block, turn]) => option("block", idOf(block), turn))),
    eviction: listOptions(session.evictions.map(({ block, turn }) => option("eviction", idOf(block), turn))),
    step: listOptions(
      plans.flatMap(({ steps }) =>
        steps.map(({ id, executedTurn, addedTurn }) => option("step", id, executedTurn ?? addedTurn)),
      ),
    ),
    finding: listOptions(
      source.findings.map(({ code, from: turn, sentence }) => ({
        target: code,
        turn,
        label: `turn ${turn}: ${revealText(sentence).slice(0, LABEL_CHARS).toWellFormed()}`,
      })),
    ),
  };
}

export function pinHref(
  source: IncidentSource,
  sessionId: string,
  { pin, turn, target }: Pick<Annotation, "pin" | "turn" | "target">,
): string {
  const view = (name: string, sel: string) =>
    `/sessions/${encodeURIComponent(sessionId)}/${name}?${new URLSearchParams({ turn: String(turn), sel }).toString()}`;
  switch (pin) {
    case "block":
      return makeBlockHref(sessionId, target ?? "");
    case "eviction":
      return view("evictions", target ?? "");
    case "step": {
      const found = findPinnedStep(source.plans, target);
      return view("plan", found === null ? "" : makeStepKey(found.plan.id, found.step.id));
    }
    case "finding": {
      const finding = findFinding(source, target, turn);
      return finding === undefined ? turnHref(sessionId, turn) : describeProof(sessionId, finding);
    }
    case "turn":
      return turnHref(sessionId, turn);
  }
}

function findFinding(source: IncidentSource, code: string | null, turn: number): IncidentFinding | undefined {
  const findingsOfCode = source.findings.filter((finding) => finding.code === code);
  return (
    findingsOfCode.find(({ from }) => from === turn) ??
    findingsOfCode.find(({ from, to }) => from <= turn && turn <= to)
  );
}

function describeProof(sessionId: string, { proof }: IncidentFinding): string {
  return makeProofHref(sessionId, { ...proof, turn: proof.turn ?? null, block: proof.block ?? null });
}
