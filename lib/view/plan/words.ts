import type { BlockFact, BlockOf, EdgeFact } from "../answers";
import { labelKind } from "../chart/palette";
import { revealText } from "../format/trace-text";

export const NAME_CHARS = 48;

/** The block's tool, else its label or kind. */
export function planBlockName(block: BlockFact | undefined): string {
  if (block === undefined) return "unknown block";
  return shortenStart(block.toolName ?? block.label ?? labelKind(block.sourceKind), NAME_CHARS);
}

/** Text of a trace for a label: active characters made visible, one line, cut to a length. */
export function shortenStart(text: string, chars: number): string {
  const line = revealText(text).replace(/\s+/g, " ").trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).toWellFormed()}…`;
}

/** Like {@link shortenStart}, but cut at its beginning. */
export function shortenEnd(text: string, chars: number): string {
  const line = revealText(text);
  return line.length <= chars ? line : `…${line.slice(1 - chars).toWellFormed()}`;
}

export function describeEdgeSentence(edge: EdgeFact, blockOf: BlockOf, use: string): string {
  const evidence = `the ${blockOf(edge.from)?.sourceKind === "tool_result" ? "result of " : ""}${planBlockName(blockOf(edge.from))}`;
  const subject = edge.to.step === null ? use : `Step “${use}”`;
  // A value that came again shows use, not need.
  const ran = edge.kind === "declared" ? "needed" : "used";
  const verb = edge.executed
    ? `${ran} ${evidence} in turn ${edge.to.turn}`
    : `has not run; it needs ${evidence}`;
  return `${subject} ${verb}: ${describeWhere(edge)}`;
}

function describeWhere({ state, leftTurn, residual }: EdgeFact): string {
  const since = leftTurn === null ? "" : ` since turn ${leftTurn}`;
  switch (state) {
    case "live":
      return "it stood in the window.";
    case "pinned":
      return "the harness held it in the window.";
    case "referenced":
      return `only a reference to it was left${since}.`;
    case "refetched":
      return `it had left${leftTurn === null ? "" : ` at turn ${leftTurn}`} and had been fetched again.`;
    case "dangling": {
      const gone =
        leftTurn === null
          ? "it had never come into the window"
          : `it had been gone${since}, without a reference`;
      return residual ? `${gone}; only the model's own words still say it.` : `${gone}.`;
    }
  }
}

export function describeProof({ kind, matched, matches, confidence }: EdgeFact): string {
  const values = matched.map((value) => `“${shortenStart(value, NAME_CHARS)}”`).join(", ");
  const more = matches > matched.length ? ` and ${matches - matched.length} more` : "";
  if (kind === "declared") {
    const used =
      values === ""
        ? "Declared by the plan."
        : `Declared by the plan; ${values}${more} ${matches === 1 ? "was" : "were"} used.`;
    return confidence === 1
      ? used
      : `${used} That the step began here is inferred from a call that matches its words.`;
  }
  return `Inferred: ${values}${more} first appeared there and ${matches === 1 ? "was" : "were"} used again. Confidence ${Math.round(confidence * 100)} %.`;
}

/** The turn in which a block entered a window; if it never did, the turn in which it was made. */
export function findEnteredTurn(block: BlockFact | undefined): number | null {
  return block?.residencies[0]?.from ?? block?.createdTurn ?? null;
}
