import type { BlockStatement, WindowEntryStatement, WindowStatement } from "@/lib/core/trace/blocks-schema";
import type { Tokens } from "@/lib/core/units";
import type { ReplaySource, SourceTurn } from "./source";

/** Stands for the part of every request that the recording does not show. */
export const UNSEEN_ID = "replay:unseen";

/**
 * The part of a request that no policy changes: tool definitions, and what the recording does not show. It follows the
 * recording from turn to turn.
 */
export class FixedPart {
  readonly #source: ReplaySource;
  readonly #standing = new Map<string, Tokens>();
  #tokens: Tokens = 0;
  #entering: BlockStatement[] = [];
  #leaving: string[] = [];
  #lastBefore: string | null = null;
  #isFirst = true;

  constructor(source: ReplaySource) {
    this.#source = source;
    if (source.unseen > 0) this.#enter(makeUnseenBlock(source.unseen), source.unseen);
  }

  get tokens(): Tokens {
    return this.#tokens;
  }

  get toolsTokens(): Tokens {
    return this.tokens - this.#source.unseen;
  }

  get last(): string | null {
    return [...this.#standing.keys()].at(-1) ?? null;
  }

  get isChanged(): boolean {
    return this.#changed;
  }

  #changed = false;

  advance({ framesIn, framesOut }: SourceTurn): void {
    for (const { id } of framesOut) {
      const tokens = this.#standing.get(id);
      if (tokens === undefined) continue;
      this.#standing.delete(id);
      this.#tokens -= tokens;
      this.#leaving.push(id);
    }
    for (const piece of framesIn) this.#enter(piece.definition, piece.tokens);
  }

  addUnseen(window: WindowStatement): WindowStatement {
    const [entering, leaving] = [this.#entering, this.#leaving];
    const after = this.#lastBefore;
    this.#changed = entering.length + leaving.length > 0;
    [this.#entering, this.#leaving, this.#lastBefore] = [[], [], this.last];
    if (this.#isFirst) {
      this.#isFirst = false;
      return { entries: [...entering, ...(window.append ?? [])] };
    }
    if (!this.#changed) return window;
    const insert: { after: string | null; entries: WindowEntryStatement[] }[] =
      entering.length === 0
        ? []
        : [{ after: leaving.includes(after ?? "") ? null : after, entries: entering }];
    return {
      ...window,
      remove: [...leaving, ...(window.remove ?? [])],
      insert: [...insert, ...(window.insert ?? [])],
    };
  }

  #enter(block: BlockStatement, tokens: Tokens): void {
    this.#tokens += tokens - (this.#standing.get(block.id) ?? 0);
    this.#standing.set(block.id, tokens);
    this.#entering.push(block);
  }
}

function makeUnseenBlock(tokens: Tokens): BlockStatement {
  return {
    id: UNSEEN_ID,
    kind: "other",
    trust: "fact",
    label: "Part of every request that the recording does not show",
    tokens: { value: tokens, provenance: "estimated" },
  };
}
