import { addToGroup } from "../../group-by";
import { formatCount, formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import type { Turn } from "../../trace/session";
import type { Tokens, TurnIndex } from "../../units";
import type { BudgetUse } from "../../window/budget-use";
import { computeBudgetUses, listKindsOfSource } from "../../window/budget-use";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";

export const sourceOverBudget: FindingRule = {
  ...getFindingKind("budget.source_exceeded"),
  *find(input) {
    const { session, index } = input;
    const open = new Map<string | null, Over[]>();
    for (const turn of session.turns) {
      const uses = turn.window.known ? computeBudgetUses(session, turn, index.standing) : [];
      const exceeded = new Map(uses.flatMap((use) => (isOver(use) ? [[use.source, use] as const] : [])));
      for (const [source, run] of open) {
        const use = exceeded.get(source);
        if (use !== undefined && isSameBudget(run[0], use, turn)) continue;
        yield buildCase(input, source, run);
        open.delete(source);
      }
      for (const [source, use] of exceeded) {
        const phase = turn.budgets?.phase ?? null;
        addToGroup(open, source, { ...use, used: use.used ?? 0, turn: turn.index, phase });
      }
    }
    for (const [source, run] of open) yield buildCase(input, source, run);
  },
};

interface Over extends BudgetUse {
  readonly used: Tokens;
  readonly turn: TurnIndex;
  readonly phase: string | null;
}

function isOver({ used, allowed }: BudgetUse): boolean {
  return used !== null && used > allowed;
}

function isSameBudget(before: Over | undefined, { allowed }: BudgetUse, { budgets }: Turn): boolean {
  return before?.allowed === allowed && before.phase === (budgets?.phase ?? null);
}

function buildCase(input: FindingInput, source: string | null, run: readonly Over[]): Case {
  const [first] = run;
  const { turn, allowed, phase } = first ?? { turn: 0, allowed: 0, phase: null };
  const peak = run.reduce((highest, { used }) => Math.max(highest, used), 0);
  const by = first?.largest ?? null;
  const block = input.session.blocks[by?.block ?? -1];
  const largestPart =
    by === null
      ? ""
      : `; most of it is the ${nameOfBlock(input, by.block)} with ${formatDigits(by.tokens)} tokens`;
  return {
    from: turn,
    to: run.at(-1)?.turn ?? turn,
    blocks: [block?.id ?? []].flat(),
    numbers: { budget: allowed, peak, turns: run.length },
    sentence: `${source === null ? "The window" : nameBudget(source)} took ${formatDigits(peak)} tokens where ${formatDigits(allowed)} were allowed${phase === null ? "" : ` in the phase "${phase}"`}, for ${formatCount(run.length, "turn")} from turn ${turn} on${largestPart}.`,
    proof: { view: "ledger", turn },
    claims: buildClaims(source, run),
  };
}

function nameBudget(source: string): string {
  const words = shortenWords(source.replaceAll("_", " "), 40);
  return `The ${words.endsWith("s") ? words : `${words} blocks`}`;
}

/** What the kinds of a source take, at the turn where they first took too much. */
function buildClaims(source: string | null, [first]: readonly Over[]): Claim[] {
  if (first === undefined) return [];
  const { turn, allowed } = first;
  if (source === null) return [{ is: "usage", turn, of: "window", atLeast: Math.floor(allowed) + 1 }];
  const kinds = listKindsOfSource(source);
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined
    ? [{ is: "usage", turn, of: only, atLeast: Math.floor(allowed) + 1 }]
    : kinds.map((of) => ({ is: "usage", turn, of, atLeast: 0 }));
}
