import { assert } from "@/lib/core/assert";
import type { BlockStatement, WindowEntryStatement, WindowStatement } from "@/lib/core/trace/blocks-schema";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Block, BlockVersion, Residency, Turn } from "@/lib/core/trace/session";
import type { Tokens, TurnIndex } from "@/lib/core/units";
import { describeBlock, stateEntryFacts } from "./source-message";
import { SumTree } from "./sum-tree";

export interface RecordedEdit {
  readonly window: WindowStatement;
  /** Blocks whose full text did not arrive with the window. */
  readonly definitions: readonly BlockStatement[];
  readonly common: Tokens;
  readonly tokens: Tokens;
}

interface Movement {
  readonly ended: Residency[];
  readonly begun: Residency[];
}

/** Reads the windows of a recording back from its residencies, one after the other. */
export class RecordedWindows {
  readonly #recording: Recording;
  readonly #movements = new Map<TurnIndex, Movement>();
  readonly #byRank: readonly Residency[];
  readonly #placeOf: ReadonlyMap<Residency, number>;
  readonly #standing: SumTree;
  readonly #tokens: SumTree;
  /** The version that an entry without a text stands for, by block. */
  readonly #full = new Map<number, number>();

  constructor(recording: Recording) {
    const { residencies, turns } = recording.session;
    this.#recording = recording;
    this.#byRank = residencies.toSorted((a, b) => a.rank - b.rank);
    this.#placeOf = new Map(this.#byRank.map((residency, place) => [residency, place]));
    this.#standing = new SumTree(residencies.length);
    this.#tokens = new SumTree(residencies.length);
    const following = new Map(turns.map(({ index }, i) => [index, turns[i + 1]?.index]));
    for (const residency of residencies) {
      this.#movementAt(residency.from).begun.push(residency);
      const next = residency.to === null ? undefined : following.get(residency.to);
      if (next !== undefined) this.#movementAt(next).ended.push(residency);
    }
  }

  define(number: number): BlockStatement | null {
    const block = this.#blockAt(number);
    if (this.#full.has(number)) return null;
    this.#full.set(number, block.full);
    return {
      id: block.id,
      kind: block.kind,
      ...describeBlock(block),
      ...this.#contentOf(block.versions[block.full]),
    };
  }

  defineRest(): BlockStatement[] {
    return this.#recording.session.blocks.flatMap((_block, number) => this.define(number) ?? []);
  }

  advance({ index }: Turn): RecordedEdit {
    const { ended, begun } = this.#movements.get(index) ?? { ended: [], begun: [] };
    const endedBefore = new Map(ended.map((residency) => [residency.block, residency]));
    const places = [...ended, ...begun].map((residency) => this.#place(residency));
    for (const residency of ended) this.#set(residency, false);
    const change: WindowEntryStatement[] = [];
    const insert: { after: string | null; entries: WindowEntryStatement[] }[] = [];
    const definitions: BlockStatement[] = [];
    for (const residency of begun.toSorted((a, b) => a.rank - b.rank)) {
      const before = residency.since < residency.from ? endedBefore.get(residency.block) : undefined;
      if (before !== undefined) endedBefore.delete(residency.block);
      const entry = this.#entryOf(residency, definitions);
      if (before?.rank === residency.rank) change.push(entry);
      else insert.push({ after: this.#idBefore(this.#place(residency)), entries: [entry] });
      this.#set(residency, true);
    }
    const remove = [...endedBefore.keys()].map((block) => this.#blockAt(block).id);
    const first = places.reduce((min, place) => Math.min(min, place), this.#byRank.length);
    return {
      window: {
        ...(remove.length > 0 && { remove }),
        ...(change.length > 0 && { change }),
        ...(insert.length > 0 && { insert }),
      },
      definitions,
      common: this.#tokens.before(first),
      tokens: this.#tokens.before(this.#byRank.length),
    };
  }

  #movementAt(turn: TurnIndex): Movement {
    const movement = this.#movements.get(turn) ?? { ended: [], begun: [] };
    this.#movements.set(turn, movement);
    return movement;
  }

  #place(residency: Residency): number {
    const place = this.#placeOf.get(residency);
    assert(place !== undefined, "every residency has a place");
    return place;
  }

  #set(residency: Residency, stands: boolean): void {
    const tokens = this.#blockAt(residency.block).versions[residency.version]?.tokens ?? 0;
    this.#standing.set(this.#place(residency), stands ? 1 : 0);
    this.#tokens.set(this.#place(residency), stands ? tokens : 0);
  }

  #idBefore(place: number): string | null {
    const before = this.#standing.findLastBefore(place);
    const residency = before === null ? undefined : this.#byRank[before];
    return residency === undefined ? null : this.#blockAt(residency.block).id;
  }

  #entryOf(residency: Residency, definitions: BlockStatement[]): WindowEntryStatement {
    const block = this.#blockAt(residency.block);
    const isNew = !this.#full.has(residency.block);
    const isFull = residency.mode === "full";
    const facts = stateEntryFacts(residency);
    if (!isNew && isFull && residency.version === this.#full.get(residency.block))
      return Object.keys(facts).length === 0 ? block.id : { id: block.id, ...facts };
    if (isNew && !isFull && block.full >= 0) {
      const definition = this.define(residency.block);
      if (definition !== null) definitions.push(definition);
    }
    if (isFull || isNew) this.#full.set(residency.block, isFull ? residency.version : block.full);
    return {
      id: block.id,
      ...(isNew && { kind: block.kind, ...describeBlock(block) }),
      ...(isFull && isNew ? {} : { mode: residency.mode }),
      ...this.#contentOf(block.versions[residency.version]),
      ...facts,
    };
  }

  #contentOf(version: BlockVersion | undefined): Pick<BlockStatement, "content" | "tokens"> {
    const text = this.#recording.textOf(version);
    const { tokens = null, provenance = "unavailable" } = version ?? {};
    const isStated = tokens !== null && provenance !== "unavailable" && provenance !== "inferred";
    return {
      ...(text !== null && { content: text }),
      ...(isStated && { tokens: { value: tokens, provenance } }),
    };
  }

  #blockAt(number: number): Block {
    const block = this.#recording.session.blocks[number];
    assert(block !== undefined, `no block ${number}`);
    return block;
  }
}
