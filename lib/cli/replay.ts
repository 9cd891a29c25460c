import { type GateCase, GATE_EXIT_CODES, writeGateLines, findWorst } from "@/lib/client/gate-report";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { type PolicyChoice, choosePolicy, policyChoiceSchema } from "@/lib/replay/choose-policy";
import { compare } from "@/lib/replay/comparison";
import { listUnknownPins } from "@/lib/replay/plan-signals";
import { findPrices } from "@/lib/core/models/prices";
import { type RankedResult, chooseRecommendation } from "@/lib/replay/recommend";
import { RECORDED } from "@/lib/replay/recorded";
import { type ReplaySummary, summariseReplay } from "@/lib/replay/summary";
import { COUNTERFACTUAL } from "@/lib/replay/caveats";
import { writeGateReports } from "./gate-reports";
import { type ReplayArguments, GATES, readArguments } from "./replay/arguments";
import { readChoices } from "./replay/read-choices";
import { readSession } from "./replay/read-session";
import { writeTable } from "./replay/table";
import { sayProblem, say } from "./say";
import type { PinReport } from "@/lib/replay/pin-report";

interface Row extends RankedResult {
  readonly name: string;
  readonly summary: ReplaySummary;
  readonly notes: readonly string[];
}

/** Run by lib/cli/replay.mjs: prints what each policy would have made of a session, and fails where a gate does not hold. */
async function main(args: readonly string[]): Promise<void> {
  const asked = readArguments(args);
  const recorded = policyChoiceSchema.parse({ kind: RECORDED.kind });
  const choices = [recorded, ...asked.files.flatMap(readChoices)].map((choice) =>
    describeChoice(choice, asked),
  );
  const recording = await readSession(asked.place);
  if (!recording.session.turns.some(({ window }) => window.known))
    throw new Error("the session does not show its windows: there is nothing to replay");
  const plans = buildPlans(recording);
  const evidence = deriveEvidence(recording, plans);
  for (const { pins } of choices)
    for (const id of listUnknownPins(recording.session, pins))
      throw new Error(`pin: no block or tool call of the session is called ${id}`);
  // Each call has the prices of its own model on its day, as in the bill.
  const { currency } = findPrices(recording.session.meta.model, recording.models);
  const setup = {
    recording,
    plans,
    evidence,
    budget: asked.budget ?? undefined,
    contextWindow: asked.contextWindow ?? undefined,
  };
  const rows: Row[] = [];
  for (const { replay, pins, notRunnable } of compare(setup, choices)) {
    if (replay === null) continue;
    const { kind, version } = replay.policy;
    rows.push({
      policy: replay.policy,
      notRunnable,
      name: rows.length === 0 ? "as recorded" : `${kind}@${version}`,
      summary: summariseReplay(replay, recording, evidence),
      notes: [...replay.notes.filter((note) => note !== COUNTERFACTUAL), ...pinLines(pins, currency)],
    });
  }
  for (const line of writeTable(rows, currency)) say(line);
  for (const { name, notes } of rows)
    if (notes.length > 0) say("", name, ...notes.map((note) => `  ${note}`));
  say("", chooseRecommendation(rows)?.reason ?? "", "", COUNTERFACTUAL);
  await holdGates(rows.slice(1), asked);
}

function describeChoice(choice: PolicyChoice, { pin }: ReplayArguments) {
  const asked = choice.kind === RECORDED.kind ? choice.pin : choice.pin || pin;
  const found = choosePolicy({ ...choice, pin: asked });
  if (!found.ok)
    throw new Error(
      found.problems.map(({ path, message }) => `${choice.kind}: ${path}: ${message}`).join("\n"),
    );
  for (const { path, message } of found.warnings) say(`! ${choice.kind}: ${path}: ${message}`);
  return found;
}

async function holdGates(
  rows: readonly { name: string; summary: ReplaySummary }[],
  { gates }: ReplayArguments,
): Promise<void> {
  if (gates.length === 0) return;
  const cases = rows.map(({ name, summary }): GateCase => {
    const limits = gates.map(({ flag, most }) => {
      const found = summary[GATES[flag]];
      return { limit: GATES[flag], atMost: most, found, kept: found !== null && found <= most };
    });
    const isBroken = limits.some(({ found, kept }) => !kept && found !== null);
    const verdict = isBroken ? "fail" : limits.every(({ kept }) => kept) ? "pass" : "unknown";
    return { name, verdict, limits, missing: [], problem: null };
  });
  for (const line of writeGateLines(cases)) say(line);
  await writeGateReports("sightglass.replay", cases);
  process.exitCode = GATE_EXIT_CODES[findWorst(cases)];
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayProblem(error instanceof Error ? error.message : error);
  process.exitCode = GATE_EXIT_CODES.unknown;
});

function pinLines(report: PinReport | null, currency: string): string[] {
  if (report === null) return [];
  const { effects, tokens, price, turnsOverBudget } = report;
  const lines = effects.map(
    (one) =>
      `${one.blockId} stays for ${one.neededBy.join(", ")}: it would have been ${one.how} at turn ${one.turn}; ` +
      `${one.tokens.toLocaleString("en-US")} tokens over ${one.turns} turns, ${priceText(one.price, currency)}` +
      (one.usedAt.length === 0 ? "" : `; used at turn ${one.usedAt.join(", ")}`),
  );
  const over =
    turnsOverBudget.length === 0
      ? ""
      : `; over the budget because of them at turn ${turnsOverBudget.join(", ")}`;
  return [
    ...lines,
    `Pins in all: ${tokens.toLocaleString("en-US")} tokens sent more than without, ${priceText(price, currency)}${over}`,
  ];
}

function priceText(price: number | null, currency: string): string {
  return price === null ? "price unknown" : `${price.toFixed(4)} ${currency}`;
}
