import { counted, digits } from "../../digits";
import { declaredBudgets } from "../../governance/budgets";
import type { Tokens, TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { SOURCE_KINDS } from "../../vocabulary";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { tokensOf } from "../rule/session-index";
import { nameOfBlock } from "../rule/subject";

interface Over {
  readonly turn: TurnIndex;
  readonly used: Tokens;
  readonly budget: Tokens;
  readonly phase: string | null;
}

/** What a source kind, or the window as a whole, took was above what the harness's own ledger had allowed it. */
export const sourceOverBudget: FindingRule = {
  code: "budget.source_exceeded",
  family: "governance",
  title: "A source took more than its budget",
  severity: "warning",
  advice: "Trim the source that is over before the window is sent, the oldest and least needed first.",
  source: "tokens as a runtime resource: every source has a budget, which follows the phase of the task",
  *find(input) {
    const { session } = input;
    const budgets = declaredBudgets(session);
    if (budgets.size === 0) return;
    const open = new Map<SourceKind | "window", Over[]>();
    for (const { index, window } of session.turns) {
      const declared = budgets.get(index);
      for (const kind of ["window" as const, ...SOURCE_KINDS]) {
        const budget = kind === "window" ? declared?.total : declared?.bySource[kind];
        const used = kind === "window" ? window.tokens.value : (window.bySource[kind] ?? 0);
        const run = open.get(kind);
        if (budget != null && used !== null && used > budget && window.known) {
          const over = { turn: index, used, budget, phase: declared?.phase ?? null };
          if (run?.[0]?.budget === budget && run[0].phase === over.phase) run.push(over);
          else {
            if (run !== undefined) yield caseOf(input, kind, run);
            open.set(kind, [over]);
          }
        } else if (run !== undefined) {
          yield caseOf(input, kind, run);
          open.delete(kind);
        }
      }
    }
    for (const [kind, run] of open) yield caseOf(input, kind, run);
  },
};

function caseOf(input: FindingInput, kind: SourceKind | "window", run: readonly Over[]): Case {
  const [first] = run;
  const { turn, budget, phase } = first ?? { turn: 0, budget: 0, phase: null };
  const peak = run.reduce((most, over) => Math.max(most, over.used), 0);
  const by = kind === "window" ? null : largest(input, kind, turn);
  const block = input.session.blocks[by ?? -1];
  const what = kind === "window" ? "The window" : `${named(kind)}`;
  return {
    from: turn,
    to: run.at(-1)?.turn ?? turn,
    blocks: [block?.id ?? []].flat(),
    numbers: { budget, peak, turns: run.length },
    sentence: `${what} took ${digits(peak)} tokens where ${digits(budget)} were allowed${phase === null ? "" : ` in the phase "${phase}"`}, for ${counted(run.length, "turn")} from turn ${turn} on${by === null || block === undefined ? "" : `; most of it is ${nameOfBlock(input, by)} with ${digits(tokensOf(block) ?? 0)} tokens`}.`,
    proof: { view: "ledger", turn },
  };
}

function named(kind: SourceKind): string {
  const words = kind.replaceAll("_", " ");
  return `The ${words.endsWith("s") ? words : `${words} blocks`}`;
}

/** The largest block of a kind that stands at a turn. */
function largest({ session, index }: FindingInput, kind: SourceKind, turn: TurnIndex): number | null {
  let best: number | null = null;
  let most = -1;
  for (const [number, block] of session.blocks.entries()) {
    if (block.kind !== kind) continue;
    const stay = index.standing.at(number, turn);
    const tokens = stay === undefined ? null : (block.versions[stay.version]?.tokens ?? 0);
    if (tokens !== null && tokens > most) [best, most] = [number, tokens];
  }
  return best;
}
