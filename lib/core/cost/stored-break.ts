import type { Session } from "../trace/session";
import type { Tokens } from "../units";
import type { SourceKind } from "../vocabulary";
import { turnAt } from "../window/turn-at";
import { labelOfBlock } from "./block-label";
import type { ProvedBreak } from "./prove-causes";
import { toMoney } from "./money";

/** A loss as it is stored: money in the currency, and blocks by their ids. */
export interface CostBreak extends Omit<ProvedBreak, "at" | "edit" | "by" | "claims" | "minPrefix"> {
  readonly at: {
    readonly tokens: Tokens;
    readonly blockId: string | null;
    readonly source: SourceKind | null;
    readonly label: string | null;
  };
  readonly edit: {
    readonly blockId: string;
    readonly source: SourceKind;
    readonly label: string | null;
    readonly how: string | null;
    readonly policy: string | null;
  } | null;
  readonly tools: { readonly added: readonly string[]; readonly removed: readonly string[] } | null;
}

/** A proved loss with its money in the currency, its blocks by id, and what changed where that is proved. */
export function describeBreak(
  { blocks, evictions, turns }: Session,
  { at, edit, cost, extra, by, claims: _claims, minPrefix: _least, ...facts }: ProvedBreak,
): CostBreak {
  const eviction = edit?.eviction == null ? undefined : evictions[edit.eviction];
  const block = blocks[edit?.block ?? -1];
  const atBlock = blocks[at.block ?? -1];
  return {
    ...facts,
    cost: cost === null ? null : toMoney(cost),
    extra: extra === null ? null : toMoney(extra),
    at: {
      tokens: at.tokens,
      blockId: atBlock?.id ?? null,
      source: atBlock?.kind ?? null,
      label: atBlock === undefined ? null : labelOfBlock(atBlock),
    },
    edit:
      block === undefined || by !== "window" || facts.standing !== "proved"
        ? null
        : {
            blockId: block.id,
            source: block.kind,
            label: labelOfBlock(block),
            how: eviction?.how ?? null,
            policy: eviction?.cause.policy ?? null,
          },
    tools: by === "tools" && facts.standing === "proved" ? compareTools(turns, facts) : null,
  };
}

const TOOLS_NAMED_MAX = 50;

/** The tools that came into the list of tools, and those that left it. Both are empty where only the order differs. */
function compareTools(turns: Session["turns"], { before, turn }: ProvedBreakPair): CostBreak["tools"] {
  const [old, now] = [before, turn].map((at) => new Set(turnAt(turns, at)?.visibleTools ?? []));
  const listMissing = (names = new Set<string>(), otherNames = new Set<string>()) =>
    [...names].filter((name) => !otherNames.has(name)).slice(0, TOOLS_NAMED_MAX);
  return { added: listMissing(now, old), removed: listMissing(old, now) };
}

type ProvedBreakPair = Pick<ProvedBreak, "before" | "turn">;
