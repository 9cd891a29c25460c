import { assert } from "@/lib/core/assert";
import type { WindowEntryStatement, WindowStatement } from "@/lib/core/trace/blocks-schema";
import type { Tokens } from "@/lib/core/units";
import type { ShownPiece } from "./sizes";
import type { Piece } from "./source-message";
import type { SumTree } from "./sum-tree";

export interface Departure {
  readonly piece: Piece;
  readonly message: number;
  readonly how: "trimmed" | "cleared" | "compacted" | "removed";
  readonly tokensFreed: Tokens;
}

export interface WindowEdit {
  readonly window: WindowStatement;
  /** Blocks that enter in another mode than full. They are defined before the window. */
  readonly definitions: readonly Piece[];
  readonly departures: readonly Departure[];
  readonly unchangedPrefix: Tokens | null;
  /** Entries that stand behind the first change. */
  readonly entriesBehind: number;
}

const HOW_OF_STATUS = {
  kept: "removed",
  trimmed: "trimmed",
  cleared: "cleared",
  removed: "removed",
  summarized: "compacted",
} as const;

export class EditDraft {
  readonly remove: string[] = [];
  readonly change: WindowEntryStatement[] = [];
  readonly definitions: Piece[] = [];
  readonly departures: Departure[] = [];
  readonly #runs: { after: string | null; entries: WindowEntryStatement[] }[] = [];
  #lastInserted: string | null = null;
  #firstTouched = Infinity;
  #same: Tokens = 0;

  /** @param sameTokens tokens at the beginning of that place that did not change */
  touch(key: number, sameTokens: Tokens = 0): void {
    if (key > this.#firstTouched) return;
    this.#same = key === this.#firstTouched ? Math.min(this.#same, sameTokens) : sameTokens;
    this.#firstTouched = key;
  }

  depart(was: ShownPiece, is: ShownPiece | null, message: number, status: keyof typeof HOW_OF_STATUS): void {
    // Of a message that was trimmed, a part can be gone whole.
    const isGone = is === null && status === "trimmed";
    const how = is?.mode === "reference" ? "cleared" : isGone ? "removed" : HOW_OF_STATUS[status];
    this.departures.push({ piece: was.piece, message, how, tokensFreed: was.tokens - (is?.tokens ?? 0) });
  }

  insert(after: string | null, id: string, entry: WindowEntryStatement): void {
    const run = this.#runs.at(-1);
    if (run !== undefined && after === this.#lastInserted) run.entries.push(entry);
    else this.#runs.push({ after, entries: [entry] });
    this.#lastInserted = id;
  }

  finish(append: WindowEntryStatement[], tokens: SumTree, entries: SumTree): WindowEdit {
    assert(new Set(this.remove).size === this.remove.length, "an entry leaves once in a step");
    const window: WindowStatement = {
      ...(this.remove.length > 0 && { remove: this.remove }),
      ...(this.change.length > 0 && { change: this.change }),
      ...(this.#runs.length > 0 && { insert: this.#runs }),
      ...(append.length > 0 && { append }),
    };
    return {
      window,
      definitions: this.definitions,
      departures: this.departures,
      unchangedPrefix: Number.isFinite(this.#firstTouched)
        ? tokens.before(this.#firstTouched) + this.#same
        : null,
      entriesBehind: entries.before(entries.length) - entries.before(this.#firstTouched),
    };
  }
}
