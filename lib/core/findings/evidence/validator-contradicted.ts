import type { Claim } from "../../proof/claim";
import { groupBy } from "../../group-by";
import type { Plan, PlanStep, StepValidation } from "../../evidence/plan/steps/plan";
import { turnAt } from "../../window/turn-at";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { buildGoneClaims } from "./need-claims";
import { readNeedsOverTime } from "./needs-over-time";
import { describeEvidence } from "./uses";

export const validatorContradicted: FindingRule = {
  ...getFindingKind("validator.contradicted"),
  *find(input) {
    for (const plan of input.plans)
      for (const step of plan.steps)
        for (const validation of step.validations) {
          yield* findContradictions(input, { plan, step, validation });
          yield* findDisobeyed(input, { plan, step, validation });
        }
    yield* findClearingsNotMade(input);
  },
};

interface Checked {
  readonly plan: Plan;
  readonly step: PlanStep;
  readonly validation: StepValidation;
}

function* findContradictions(
  input: FindingInput,
  { plan, step, validation: { turn: at, present, missing } }: Checked,
): Iterable<Case> {
  if (turnAt(input.session.turns, at)?.window.known !== true) return;
  const needs = readNeedsOverTime(input);
  const entered = (block: number) => (input.index.listResidencies(block)[0]?.from ?? Infinity) <= at;
  const goneBlocks = needs
    .resolveBlocks(plan, present)
    .filter((block) => entered(block) && !needs.isPresent(plan, step, block, at));
  const standingBlocks = needs
    .resolveBlocks(plan, missing)
    .filter((block) => input.index.standing.findAt(block, at)?.mode === "full");
  const stands = goneBlocks.some((block) => {
    const mode = input.index.standing.findAt(block, at)?.mode;
    return mode !== undefined && mode !== "reference";
  });
  if (goneBlocks.length > 0)
    yield makeContradiction(
      goneBlocks,
      "present",
      stands
        ? `no longer said in the window of turn ${at} what the step uses`
        : `was not in the window of turn ${at}`,
      "serious",
      (block) => buildGoneClaims(input, block, at),
    );
  if (standingBlocks.length > 0)
    yield makeContradiction(
      standingBlocks,
      "missing",
      `stood in full in the window of turn ${at}`,
      "warning",
      (block) => [{ is: "stands", block: input.session.blocks[block]?.id ?? "", turn: at, mode: "full" }],
    );

  function makeContradiction(
    blocks: readonly number[],
    word: string,
    truth: string,
    severity: "serious" | "warning",
    proves: (block: number) => readonly Claim[],
  ): Case {
    return {
      severity,
      from: at,
      to: at,
      blocks: blocks.slice(0, 20).flatMap((no) => input.session.blocks[no]?.id ?? []),
      numbers: { evidence: blocks.length },
      sentence: `The check of step "${shortenWords(step.text)}" at turn ${at} called ${describeEvidence(input, blocks)} ${word}, which ${truth}.`,
      proof: { view: "plan", turn: at },
      claims: [checkOf(input, at, step), ...blocks.slice(0, NAMED_MAX).flatMap(proves)],
    };
  }
}

const NAMED_MAX = 10;

/** The record of the check. */
function checkOf({ session }: FindingInput, at: number, step: PlanStep): Claim {
  const record = session.records.find(
    ({ turn, event }) =>
      event.type === "step.validated" && event.step === step.id && (turn === at || event.turn === at),
  );
  const turn =
    record?.turn ??
    session.records.find(({ event }) => event.type === "step.validated" && event.step === step.id)?.turn ??
    at;
  return { is: "declared", event: "step.validated", turn, says: [step.id] };
}

function* findDisobeyed(
  input: FindingInput,
  { plan: { id }, step, validation: { turn, action, missing } }: Checked,
): Iterable<Case> {
  if (action !== "abort") return;
  const run = step.runs.find(({ from, to }) => from >= turn || (to ?? Infinity) > turn);
  if (run === undefined) return;
  const at = Math.max(run.from, turn);
  const allowed = step.validations.some(
    (decision) =>
      decision.action !== "abort" && decision.turn >= turn && decision.turn <= at && decision.turn > turn,
  );
  const abandoned = step.changes.some(
    (change) => change.turn === at && change.status !== "completed" && change.status !== "started",
  );
  if (allowed || abandoned) return;
  yield {
    from: turn,
    to: at,
    blocks: [],
    numbers: { missing: missing.length },
    sentence: `The check of step "${shortenWords(step.text)}" of plan "${shortenWords(id)}" said abort at turn ${turn}, and the step ran at turn ${at} all the same.`,
    proof: { view: "plan", turn: at },
    claims: [checkOf(input, turn, step), ...claimRun(input, step, turn)],
  };
}

/** The record that reports the step as begun or done after its check. */
function claimRun({ session }: FindingInput, step: PlanStep, since: number): Claim[] {
  const record = session.records.find(
    ({ turn, event }) => event.type === "plan.step" && event.step === step.id && turn >= since,
  );
  return record === undefined
    ? []
    : [{ is: "declared", event: "plan.step", turn: record.turn, says: [step.id] }];
}

function* findClearingsNotMade(input: FindingInput): Iterable<Case> {
  const { session } = input;
  for (const [turn, edits] of groupBy(session.unmadeEdits, (edit) => edit.turn)) {
    const blocks = [...new Set(edits.flatMap((edit) => edit.blocks))];
    yield {
      from: turn,
      to: turn,
      blocks: blocks.slice(0, 20).flatMap((no) => session.blocks[no]?.id ?? []),
      numbers: { blocks: blocks.length },
      sentence: `At turn ${turn} the harness reported that ${describeEvidence(input, blocks)} was ${edits[0]?.how ?? "removed"}, and it stood in full in the window of that turn.`,
      proof: { view: "turn", turn },
      claims: blocks
        .slice(0, NAMED_MAX)
        .flatMap((no): Claim[] =>
          session.blocks[no] === undefined
            ? []
            : [{ is: "stands", block: session.blocks[no].id, turn, mode: "full" }],
        ),
    };
  }
}
