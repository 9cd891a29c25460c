import { assert, at } from "../assert";
import type { Message } from "../policy/message";
import type { Change, Projection } from "../policy/projection";
import type { WindowEntryStatement, WindowStatement } from "../trace/blocks-schema";
import type { Tokens } from "../units";
import { entryOf, insertedEntry, insertedId } from "./entries";
import type { ShownPiece, Sizes } from "./sizes";
import type { Piece } from "./source-message";
import { asItWas } from "./sizes";
import type { ReplaySource } from "./source";
import { SumTree } from "./sum-tree";

/** A piece that stands as less than before, or not at all any more. */
export interface Departure {
  readonly piece: Piece;
  readonly message: number;
  readonly how: "trimmed" | "cleared" | "compacted" | "removed";
  readonly tokensFreed: Tokens;
}

/** What a step made of the window, as an edit of the window before. */
export interface StagedEdit {
  readonly window: WindowStatement;
  /** Blocks that come in other than in full, defined ahead of it. */
  readonly definitions: readonly Piece[];
  readonly departures: readonly Departure[];
  /** Tokens in front of the first position that is not as it was; null where nothing but the end changed. */
  readonly unchangedPrefix: Tokens | null;
}

interface Inserted {
  readonly key: number;
  readonly message: Message;
}

interface Addition {
  readonly key: number;
  readonly id: string;
  readonly entry: WindowEntryStatement;
  /** The entry in front of it within its own message or place, where there is one. */
  readonly after: string | null;
}

const LESS = { full: 3, excerpt: 2, summary: 1, reference: 0 } as const;

/**
 * The window as blocks: keeps what a policy's projection of messages comes to, and says after each step which entries
 * came, went or changed. A step costs what it changed, times the logarithm of the history.
 *
 * Places are numbered: message `i` stands at `2i + 1`, what a policy put in front of it at `2i`.
 */
export class Stage {
  readonly #source: ReplaySource;
  readonly #sizes: Sizes;
  readonly #shown: Projection;
  readonly #altered = new Map<number, readonly ShownPiece[]>();
  readonly #inserted = new Map<string, Inserted>();
  readonly #insertedAt = new Map<number, string[]>();
  /** Insertions that stood in the window before. */
  readonly #standing = new Set<string>();
  readonly #entries: SumTree;
  readonly #tokens: SumTree;
  readonly #defined = new Set<number>();
  #length = 0;

  constructor(source: ReplaySource, sizes: Sizes, shown: Projection) {
    this.#source = source;
    this.#sizes = sizes;
    this.#shown = shown;
    const places = 2 * source.messages.length + 2;
    this.#entries = new SumTree(places);
    this.#tokens = new SumTree(places);
  }

  /** Tokens of everything that stands. */
  get tokens(): Tokens {
    return this.#tokens.before(this.#tokens.length);
  }

  /** Says that a block is known from the answer that it was part of. */
  define(block: number): void {
    this.#defined.add(block);
  }

  /** Takes in what a step changed and the messages that are new, up to `length`. `front` is what stands in front of all. */
  advance(changes: readonly Change[], length: number, front: string | null): StagedEdit {
    const edit = new EditDraft();
    const fresh = this.#length;
    const added = new Map<string, Addition>();
    for (const index of namedIndexes(changes, fresh)) this.#restand(index, edit, added);
    for (const change of changes) {
      if (change.status === "withdrawn") this.#withdraw(change.id, edit, added);
      if (change.status === "inserted")
        this.#insert(change.message, Math.min(change.before, length), edit, added);
    }
    this.#length = length;
    const additions = [...added.values()].sort((a, b) => a.key - b.key);
    const behind = additions.filter(({ key }) => key >= 2 * fresh);
    for (const addition of additions.slice(0, additions.length - behind.length))
      this.#place(addition, edit, front);
    for (const { id } of additions) if (this.#inserted.has(id)) this.#standing.add(id);
    const append: WindowEntryStatement[] = [];
    for (let index = fresh; index <= length; index++) {
      for (const { key, entry } of behind) if (key === 2 * index) append.push(entry);
      if (index < length) append.push(...this.#enter(index, edit));
    }
    return edit.finish(append, this.#tokens);
  }

  /** Whether nothing of the conversation stands in front of a message but the goal it began with. */
  isOldest(index: number): boolean {
    let place = this.#entries.lastBefore(2 * index + 1);
    for (let looked = 0; place !== null && looked < FRONT_ENTRIES_MAX; looked++) {
      const source = place % 2 === 0 ? undefined : this.#source.messages[(place - 1) / 2];
      if (source !== undefined && !isOpening(source.message)) return false;
      place = this.#entries.lastBefore(place);
    }
    return place === null;
  }

  #piecesOf(index: number): readonly ShownPiece[] {
    return this.#altered.get(index) ?? at(this.#source.messages, index).pieces.map(asItWas);
  }

  #renderedAt(index: number): readonly ShownPiece[] | null {
    const message = this.#shown.at(index);
    const source = at(this.#source.messages, index);
    if (message === source.message) return null;
    const mode = this.#shown.statusAt(index) === "cleared" ? "reference" : "excerpt";
    return message === null ? [] : this.#sizes.shownPieces(source, message, mode);
  }

  #restand(index: number, edit: EditDraft, added: Map<string, Addition>): void {
    const was = this.#piecesOf(index);
    const rendered = this.#renderedAt(index);
    if (rendered === null) this.#altered.delete(index);
    else this.#altered.set(index, rendered);
    const is = this.#piecesOf(index);
    const stood = new Map(was.map((one) => [one.piece, one]));
    const key = 2 * index + 1;
    let isTouched = was.length !== is.length;
    let before: string | null = null;
    for (const now of is) {
      const old = stood.get(now.piece);
      stood.delete(now.piece);
      if (old === undefined)
        added.set(now.piece.id, { key, id: now.piece.id, entry: entryOf(now, this.#sizes), after: before });
      else if (old.text !== now.text || old.mode !== now.mode) {
        edit.change.push(entryOf(now, this.#sizes));
        if (LESS[now.mode] < LESS[old.mode]) edit.depart(old, now, index, this.#shown.statusAt(index));
      }
      isTouched ||= old === undefined || old.text !== now.text || old.mode !== now.mode;
      before = now.piece.id;
    }
    for (const gone of stood.values()) {
      edit.remove.push(gone.piece.id);
      edit.depart(gone, null, index, this.#shown.statusAt(index));
    }
    if (isTouched) edit.touch(key);
    this.#entries.set(key, is.length);
    this.#tokens.set(key, sumOf(is));
  }

  #insert(message: Message, before: number, edit: EditDraft, added: Map<string, Addition>): void {
    this.#leavePlace(insertedId(message.id), edit);
    const key = 2 * before;
    const ids = this.#insertedAt.get(key) ?? [];
    const id = insertedId(message.id);
    added.set(id, { key, id, entry: insertedEntry(message, this.#sizes), after: ids.at(-1) ?? null });
    this.#insertedAt.set(key, [...ids, id]);
    this.#inserted.set(id, { key, message });
    edit.touch(key);
    this.#countInsertions(key);
  }

  #withdraw(messageId: string, edit: EditDraft, added: Map<string, Addition>): void {
    const id = insertedId(messageId);
    if (!this.#leavePlace(id, edit)) return;
    added.delete(id);
    if (this.#standing.delete(id)) edit.remove.push(id);
  }

  /** Takes an insertion out of its place; where it is put in again, that is a move. */
  #leavePlace(id: string, edit: EditDraft): boolean {
    const known = this.#inserted.get(id);
    if (known === undefined) return false;
    this.#inserted.delete(id);
    const left = (this.#insertedAt.get(known.key) ?? []).filter((one) => one !== id);
    this.#insertedAt.set(known.key, left);
    edit.touch(known.key);
    this.#countInsertions(known.key);
    return true;
  }

  #countInsertions(key: number): void {
    const ids = this.#insertedAt.get(key) ?? [];
    const messages = ids.flatMap((id) => this.#inserted.get(id)?.message ?? []);
    this.#entries.set(key, ids.length);
    this.#tokens.set(
      key,
      messages.reduce((sum, message) => sum + this.#sizes.countMessage(message), 0),
    );
  }

  /** Puts an entry behind what stands in front of its place. */
  #place({ key, id, entry, after }: Addition, edit: EditDraft, front: string | null): void {
    edit.insert(after ?? this.#lastIdBefore(key) ?? front, id, entry);
  }

  #lastIdBefore(key: number): string | null {
    const place = this.#entries.lastBefore(key);
    if (place === null) return null;
    if (place % 2 === 0) return this.#insertedAt.get(place)?.at(-1) ?? null;
    return this.#piecesOf((place - 1) / 2).at(-1)?.piece.id ?? null;
  }

  #enter(index: number, edit: EditDraft): WindowEntryStatement[] {
    const rendered = this.#renderedAt(index);
    if (rendered !== null) this.#altered.set(index, rendered);
    const is = this.#piecesOf(index);
    const key = 2 * index + 1;
    this.#entries.set(key, is.length);
    this.#tokens.set(key, sumOf(is));
    return is.map((one) => {
      const isDefined = this.#defined.has(one.piece.block);
      this.#defined.add(one.piece.block);
      if (isDefined) return entryOf(one, this.#sizes);
      if (one.text === null && one.piece.shownAs === null) return one.piece.definition;
      if (one.text === null) return { ...one.piece.definition, ...fieldsOf(entryOf(one, this.#sizes)) };
      edit.definitions.push(one.piece);
      return entryOf(one, this.#sizes);
    });
  }
}

/** How many entries are looked at to tell whether only the opening stands in front of a message. */
const FRONT_ENTRIES_MAX = 8;

function isOpening({ role, source }: Message): boolean {
  return role === "system" || source?.kind === "user_goal" || source?.kind === "plan";
}

function fieldsOf(entry: WindowEntryStatement): Exclude<WindowEntryStatement, string> | object {
  return typeof entry === "string" ? {} : entry;
}

/** Positions of the history below `length` that changes name, ascending, each once. */
function namedIndexes(changes: readonly Change[], length: number): number[] {
  const named = new Set<number>();
  for (const change of changes) {
    if ("index" in change) named.add(change.index);
    else if ("from" in change) for (let i = change.from; i < Math.min(change.to, length); i++) named.add(i);
  }
  return [...named].filter((index) => index < length).sort((a, b) => a - b);
}

function sumOf(pieces: readonly ShownPiece[]): Tokens {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}

const HOW_OF_STATUS = {
  kept: "removed",
  trimmed: "trimmed",
  cleared: "cleared",
  removed: "removed",
  summarized: "compacted",
} as const;

/** One step's edit while it is being worked out. */
class EditDraft {
  readonly remove: string[] = [];
  readonly change: WindowEntryStatement[] = [];
  readonly definitions: Piece[] = [];
  readonly departures: Departure[] = [];
  readonly #runs: { after: string | null; entries: WindowEntryStatement[] }[] = [];
  #lastInserted: string | null = null;
  #firstTouched = Infinity;

  touch(key: number): void {
    this.#firstTouched = Math.min(this.#firstTouched, key);
  }

  depart(was: ShownPiece, is: ShownPiece | null, message: number, status: keyof typeof HOW_OF_STATUS): void {
    const how = is?.mode === "reference" ? "cleared" : HOW_OF_STATUS[status];
    this.departures.push({ piece: was.piece, message, how, tokensFreed: was.tokens - (is?.tokens ?? 0) });
  }

  insert(after: string | null, id: string, entry: WindowEntryStatement): void {
    const run = this.#runs.at(-1);
    if (run !== undefined && after === this.#lastInserted) run.entries.push(entry);
    else this.#runs.push({ after, entries: [entry] });
    this.#lastInserted = id;
  }

  finish(append: WindowEntryStatement[], tokens: SumTree): StagedEdit {
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
      unchangedPrefix: Number.isFinite(this.#firstTouched) ? tokens.before(this.#firstTouched) : null,
    };
  }
}
