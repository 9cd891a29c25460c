import type { Tokens, TurnIndex } from "../../units";
import type { Provenance, SourceKind, TrustLevel } from "../../vocabulary";
import { getDefaultTrust } from "../../vocabulary";
import type { Source } from "../../source/source";
import type { TextTraits } from "../../window/shown-text";
import { BLOCK_FACTS } from "../block-facts";
import type { BlockStatement } from "../blocks-schema";
import type { Learned } from "../fact";
import { makeTeller } from "../fact";
import type { Redeclared } from "../session";

/** One text of a block. `counted` is the tokenizer's figure before calibration; `stated` is the sender's own. */
export interface FoldedVersion {
  readonly hash: string | null;
  readonly text: string | null;
  readonly traits: TextTraits | null;
  readonly counted: Tokens | null;
  readonly stated: { readonly value: Tokens; readonly provenance: Provenance } | null;
}

/** A block as the fold knows it: its facts, and what is read from its texts. */
export interface RegisteredBlock extends Learned<typeof BLOCK_FACTS> {
  readonly id: string;
  kind: SourceKind;
  trust: TrustLevel;
  readonly redeclared: Redeclared[];
  /** The turn from which its kind and trust were stated. */
  since: TurnIndex;
  createdTurn: TurnIndex | null;
  /** For a tool call: equal for calls of the same tool with the same arguments. */
  callKey: string | null;
  source: Source | null;
  isChange: boolean;
  /** For a result: whether its first text only reports a failure. */
  saysFailure: boolean;
  /** For a result: whether its first text says that its task is not done yet, or to try again. */
  saysUnfinished: boolean;
  defined: boolean;
  full: number;
  readonly versions: FoldedVersion[];
}

export type PartialStatement = Partial<BlockStatement> & { id: string };

const NOTHING_STATED = makeTeller(BLOCK_FACTS)({});

export function makeMentionedBlock(id: string, turn: TurnIndex | null): RegisteredBlock {
  return {
    id,
    kind: "other",
    trust: getDefaultTrust("other"),
    redeclared: [],
    since: 0,
    createdTurn: turn,
    callKey: null,
    source: null,
    isChange: false,
    saysFailure: false,
    saysUnfinished: false,
    defined: false,
    full: -1,
    versions: [],
    ...NOTHING_STATED,
  };
}
