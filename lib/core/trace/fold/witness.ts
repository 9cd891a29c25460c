import type { Tokens } from "../../units";
import { BRANCH_RULE } from "../branching";
import type { StandingEntry } from "./entries";
import type { EditReport } from "./evictions";
import type { Registry } from "./registry";
import type { WindowState } from "./window-state";

/** Tokens at the end of a request that no cache keeps: a few marks of the answer that is to come. */
const UNKEPT_TOKENS = 16;
/** A cache keeps whole pieces of a request. Less than this share of what is said to have left may be such a rest. */
const REST_SHARE = 0.25;
/** A window that was measured with so much more than it lists belongs to another conversation, with a cache of its own. */
const UNEXPLAINED_SHARE = 0.5;
const UNEXPLAINED_TOKENS = 2_000;

/** The tokens that the provider counted in the request before and in this one, with one tokenizer. */
export interface Measured {
  readonly was: Tokens;
  readonly is: Tokens;
  /** How many of these tokens came from a cache; `null` where that is not known. */
  readonly read: Tokens | null;
}

export interface StatedChange {
  /** The earlier form of the blocks that leave, or that are shown with less. */
  readonly leaving: readonly StandingEntry[];
  /** Blocks that did not stand before. */
  readonly coming: readonly StandingEntry[];
  /** All blocks that the statement puts into the window. */
  readonly named: readonly number[];
}

export interface JudgedChange {
  /** Entries that stand as they stood before, whatever is stated. */
  readonly stays: readonly StandingEntry[];
  /** Entries that were kept against an earlier statement, and leave now. */
  readonly goes: readonly StandingEntry[];
  readonly isRefuted: boolean;
}

const NOTHING: JudgedChange = { stays: [], goes: [], isRefuted: false };

/** Whether an edit was worked out by whoever read the source, and not reported by the harness. */
export function isConclusion({ rule, provenance }: Pick<EditReport, "rule" | "provenance">): boolean {
  return provenance === "inferred" || rule === BRANCH_RULE;
}

/**
 * Holds a stated window against the provider's counts, and keeps in it what cannot have left.
 *
 * A cache returns only the beginning of a request, as far as it is the same as that of an earlier one:
 *
 *     before       | system | goal | call | result | answer |              10,000 tokens measured
 *     stated now   | system | goal |                        | question |   call, result, answer left: 4,000
 *     from cache   ---------------------------------------->              9,996
 *
 * Here 4 tokens of the window before can be missing, and not 4,000: the edit is refuted, the three blocks stay. With a read of
 * 6,000 they have left. A harness's own report is not refuted, only a reader's conclusion.
 */
export class Witness {
  /** Blocks that stay although the source does not list them. */
  private readonly kept = new Set<number>();

  constructor(
    private readonly registry: Registry,
    private readonly window: WindowState,
  ) {}

  /**
   * Decides which stated changes cannot have happened, and which blocks that were kept before leave now.
   * @param isReported whether the harness or the provider says itself that it edited this window
   */
  judge(
    { leaving, coming, named }: StatedChange,
    measured: Measured | null,
    isReported: boolean,
  ): JudgedChange {
    const { kept } = this;
    for (const block of named) kept.delete(block);
    const fresh = leaving.filter(({ block }) => !kept.has(block));
    if (fresh.length === 0 && kept.size === 0) return NOTHING;
    const isRefuted =
      fresh.length > 0 && !isReported && measured !== null && this.isCovered(measured, fresh, coming);
    const keptEntries = [...kept].flatMap((block) => this.window.getStanding(block) ?? []);
    const goes =
      isReported || (!isRefuted && measured !== null && this.fell(measured, fresh, coming, keptEntries));
    if (goes) kept.clear();
    if (isRefuted) for (const { block } of fresh) kept.add(block);
    return {
      stays: [...(goes ? [] : keptEntries), ...(isRefuted ? fresh : [])],
      goes: goes ? keptEntries : [],
      isRefuted,
    };
  }

  private isCovered(
    { was, is, read }: Measured,
    leaving: readonly StandingEntry[],
    coming: readonly StandingEntry[],
  ): boolean {
    if (read === null || read === 0) return false;
    // A block that comes back may have been read from the cache of the window in which it stood.
    if (coming.some(({ block }) => this.window.historyOf(block).length > 0)) return false;
    const unexplained = is - was - this.sizeOf(coming);
    if (unexplained > Math.max(UNEXPLAINED_TOKENS, was * UNEXPLAINED_SHARE)) return false;
    // A total that is nearer to the window without these blocks contradicts the cache: then neither is believed.
    if (unexplained < -this.sizeOf(leaving) / 2) return false;
    const missing = Math.max(0, was - read);
    return missing <= UNKEPT_TOKENS || missing < this.sizeOf(leaving) * REST_SHARE;
  }

  /** Whether the total is nearer to what it would be without the blocks that were kept before. */
  private fell(
    { was, is }: Measured,
    leaving: readonly StandingEntry[],
    coming: readonly StandingEntry[],
    keptEntries: readonly StandingEntry[],
  ): boolean {
    const expected = was - this.sizeOf(leaving) + this.sizeOf(coming);
    return keptEntries.length > 0 && is < expected - this.sizeOf(keptEntries) / 2;
  }

  private sizeOf(entries: readonly StandingEntry[]): Tokens {
    let tokens = 0;
    for (const { block, version } of entries) {
      const text = this.registry.getFacts(block).versions[version];
      tokens += text?.stated?.value ?? text?.counted ?? 0;
    }
    return tokens;
  }
}
