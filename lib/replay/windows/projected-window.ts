import { at } from "@/lib/core/assert";
import type { Message } from "@/lib/policies/contract/message";
import type { Change, Projection } from "@/lib/policies/contract/projection";
import type { WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { Tokens } from "@/lib/core/units";
import { Insertions } from "./insertions";
import { stateEntryFacts } from "./source-message";
import { type ShownPiece, type Sizes, showAsItWas } from "./sizes";
import type { ReplaySource } from "./source";
import { type WindowEdit, EditDraft } from "./window-edit";
import { SumTree } from "./sum-tree";
import { CONTENT_CHARS_MAX } from "@/lib/core/trace/limits";

interface Addition {
  readonly key: number;
  readonly id: string;
  readonly entry: WindowEntryStatement;
  readonly after: string | null;
}

const LESS = { full: 3, excerpt: 2, summary: 1, reference: 0 } as const;

/**
 * The window that a policy leaves, told turn by turn as an edit of the one before. `advance` takes what the policy changed since,
 * gives each named message its new pieces, sets insertions between them, and appends what came; two trees of sums say how many
 * tokens and entries stand before a place. A policy that keeps one result (`#` in full, `.` only as a reference):
 *
 *     recorded              replayed
 *     user:1    |###|   ->   user:1    |###|
 *     call:c1   | ##|   ->   call:c1   | ##|
 *     result:c1 | ##|   ->   result:c1 | #.|
 *     call:c2   |  #|   ->   call:c2   |  #|
 *     result:c2 |  #|   ->   result:c2 |  #|
 *
 *     turn 2: result:c1 cleared, now as a reference
 */
export class ProjectedWindow {
  readonly #source: ReplaySource;
  readonly #sizes: Sizes;
  readonly #shown: Projection;
  readonly #altered = new Map<number, readonly ShownPiece[]>();
  readonly #insertions = new Insertions();
  readonly #entries: SumTree;
  readonly #tokens: SumTree;
  readonly #defined = new Set<number>();
  #length = 0;

  constructor(source: ReplaySource, sizes: Sizes, projection: Projection) {
    this.#source = source;
    this.#sizes = sizes;
    this.#shown = projection;
    const places = 2 * source.messages.length + 2;
    this.#entries = new SumTree(places);
    this.#tokens = new SumTree(places);
  }

  get tokens(): Tokens {
    return this.#tokens.before(this.#tokens.length);
  }

  define(block: number): void {
    this.#defined.add(block);
  }

  advance(changes: readonly Change[], length: number, front: string | null): WindowEdit {
    const edit = new EditDraft();
    const fresh = this.#length;
    const additionsById = new Map<string, Addition>();
    for (const index of listNamedIndexes(changes, fresh)) this.#restand(index, edit, additionsById);
    for (const change of changes) {
      if (change.status === "withdrawn") this.#withdraw(change.id, edit, additionsById);
      if (change.status === "inserted")
        this.#insert(change.message, Math.min(change.before, length), edit, additionsById);
    }
    this.#length = length;
    const additions = [...additionsById.values()].sort((a, b) => a.key - b.key);
    const behind = additions.filter(({ key }) => key >= 2 * fresh);
    for (const addition of additions.slice(0, additions.length - behind.length))
      this.#place(addition, edit, front);
    for (const { id } of additions) this.#insertions.enterWindow(id);
    const append: WindowEntryStatement[] = [];
    for (let index = fresh; index <= length; index++) {
      for (const { key, entry } of behind) if (key === 2 * index) append.push(entry);
      if (index < length) append.push(...this.#enter(index, edit));
    }
    return edit.finish(append, this.#tokens, this.#entries);
  }

  isOldest(index: number): boolean {
    let place = this.#entries.findLastBefore(2 * index + 1);
    for (let looked = 0; place !== null && looked < FRONT_ENTRIES_MAX; looked++) {
      const source = place % 2 === 0 ? undefined : this.#source.messages[(place - 1) / 2];
      if (source !== undefined && !isOpening(source.message)) return false;
      place = this.#entries.findLastBefore(place);
    }
    return place === null;
  }

  #piecesOf(index: number): readonly ShownPiece[] {
    return this.#altered.get(index) ?? at(this.#source.messages, index).pieces.map(showAsItWas);
  }

  #renderedAt(index: number): readonly ShownPiece[] | null {
    const message = this.#shown.at(index);
    const source = at(this.#source.messages, index);
    if (message === source.message) return null;
    const mode = this.#shown.statusAt(index) === "cleared" ? "reference" : "excerpt";
    return message === null ? [] : this.#sizes.showPieces(source, message, mode);
  }

  #restand(index: number, edit: EditDraft, additionsById: Map<string, Addition>): void {
    const was = this.#piecesOf(index);
    const rendered = this.#renderedAt(index);
    if (rendered === null) this.#altered.delete(index);
    else this.#altered.set(index, rendered);
    const is = this.#piecesOf(index);
    const piecesBefore = new Map(was.map((shownPiece) => [shownPiece.piece, shownPiece]));
    const key = 2 * index + 1;
    let isTouched = was.length !== is.length;
    let before: string | null = null;
    for (const now of is) {
      const old = piecesBefore.get(now.piece);
      piecesBefore.delete(now.piece);
      if (old === undefined)
        additionsById.set(now.piece.id, {
          key,
          id: now.piece.id,
          entry: makeEntry(now, this.#sizes),
          after: before,
        });
      else if (old.text !== now.text || old.mode !== now.mode) {
        edit.change.push(makeEntry(now, this.#sizes));
        if (LESS[now.mode] < LESS[old.mode]) edit.depart(old, now, index, this.#shown.statusAt(index));
      }
      isTouched ||= old === undefined || old.text !== now.text || old.mode !== now.mode;
      before = now.piece.id;
    }
    for (const gonePiece of piecesBefore.values()) {
      edit.remove.push(gonePiece.piece.id);
      edit.depart(gonePiece, null, index, this.#shown.statusAt(index));
    }
    if (isTouched) edit.touch(key, sumOf(findUnchangedStart(was, is)));
    this.#entries.set(key, is.length);
    this.#tokens.set(key, sumOf(is));
  }

  #insert(message: Message, before: number, edit: EditDraft, additionsById: Map<string, Addition>): void {
    const id = makeInsertedId(message.id);
    this.#leavePlace(id, edit);
    const key = 2 * before;
    const after = this.#insertions.put(id, key, message);
    additionsById.set(id, { key, id, entry: makeInsertedEntry(message, this.#sizes), after });
    this.#recount(key, edit);
  }

  #withdraw(messageId: string, edit: EditDraft, additionsById: Map<string, Addition>): void {
    const id = makeInsertedId(messageId);
    if (!this.#leavePlace(id, edit)) return;
    additionsById.delete(id);
    if (this.#insertions.leaveWindow(id)) edit.remove.push(id);
  }

  /** Removes an insertion from its place. If it is inserted again, that is a move. */
  #leavePlace(id: string, edit: EditDraft): boolean {
    const key = this.#insertions.take(id);
    if (key !== null) this.#recount(key, edit);
    return key !== null;
  }

  #recount(key: number, edit: EditDraft): void {
    const messages = this.#insertions.listAt(key);
    edit.touch(key);
    this.#entries.set(key, messages.length);
    this.#tokens.set(
      key,
      messages.reduce((sum, message) => sum + this.#sizes.countMessage(message), 0),
    );
  }

  #place({ key, id, entry, after }: Addition, edit: EditDraft, front: string | null): void {
    edit.insert(after ?? this.#lastIdBefore(key) ?? front, id, entry);
  }

  #lastIdBefore(key: number): string | null {
    const place = this.#entries.findLastBefore(key);
    if (place === null) return null;
    if (place % 2 === 0) return this.#insertions.lastIdAt(place);
    return this.#piecesOf((place - 1) / 2).at(-1)?.piece.id ?? null;
  }

  #enter(index: number, edit: EditDraft): WindowEntryStatement[] {
    const rendered = this.#renderedAt(index);
    if (rendered !== null) this.#altered.set(index, rendered);
    const is = this.#piecesOf(index);
    const key = 2 * index + 1;
    this.#entries.set(key, is.length);
    this.#tokens.set(key, sumOf(is));
    return is.map((shownPiece) => {
      const isDefined = this.#defined.has(shownPiece.piece.block);
      this.#defined.add(shownPiece.piece.block);
      const isWhole = shownPiece.text === null && shownPiece.piece.shownAs === null;
      if (isWhole && !isDefined) return { ...shownPiece.piece.definition, ...shownPiece.piece.entry };
      if (isWhole && Object.keys(shownPiece.piece.entry).length > 0)
        return { id: shownPiece.piece.id, ...shownPiece.piece.entry };
      if (isDefined) return makeEntry(shownPiece, this.#sizes);
      if (shownPiece.text === null)
        return { ...shownPiece.piece.definition, ...selectFields(makeEntry(shownPiece, this.#sizes)) };
      edit.definitions.push(shownPiece.piece);
      return makeEntry(shownPiece, this.#sizes);
    });
  }
}

/** How many entries are checked to decide whether only the opening stands before a message. */
const FRONT_ENTRIES_MAX = 8;

function isOpening({ role, source }: Message): boolean {
  return role === "system" || source?.kind === "user_goal" || source?.kind === "plan";
}

function selectFields(entry: WindowEntryStatement): Exclude<WindowEntryStatement, string> | object {
  return typeof entry === "string" ? {} : entry;
}

function listNamedIndexes(changes: readonly Change[], length: number): number[] {
  const indexes = new Set<number>();
  for (const change of changes) {
    if ("index" in change) indexes.add(change.index);
    else if ("from" in change) for (let i = change.from; i < Math.min(change.to, length); i++) indexes.add(i);
  }
  return [...indexes].filter((index) => index < length).sort((a, b) => a - b);
}

function findUnchangedStart(was: readonly ShownPiece[], is: readonly ShownPiece[]): readonly ShownPiece[] {
  const first = is.findIndex((now, n) => {
    const old = was[n];
    return old?.piece !== now.piece || old.text !== now.text || old.mode !== now.mode;
  });
  return first < 0 ? is : is.slice(0, first);
}

function sumOf(pieces: readonly ShownPiece[]): Tokens {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}

function makeInsertedId(messageId: string): string {
  return `policy:${messageId}`;
}

function makeEntry({ piece, mode, text, tokens }: ShownPiece, sizes: Sizes): WindowEntryStatement {
  if (text !== null)
    return { id: piece.id, mode, content: text, tokens: { value: tokens, provenance: sizes.provenance } };
  if (piece.shownAs === null) return piece.id;
  const { version, shownAs } = piece;
  const isStated = version?.tokens != null && version.provenance !== "unavailable";
  return {
    id: piece.id,
    mode,
    ...(piece.text !== null && { content: piece.text }),
    ...(isStated &&
      version.provenance !== "inferred" && {
        tokens: { value: version.tokens ?? 0, provenance: version.provenance as "estimated" },
      }),
    ...stateEntryFacts(shownAs),
  };
}

function makeInsertedEntry(message: Message, sizes: Sizes): WindowEntryStatement {
  return {
    id: makeInsertedId(message.id),
    kind: message.source?.kind ?? "compaction_summary",
    trust: message.source?.trust ?? "fact",
    label: message.simulated === undefined ? "Put in by the policy" : "Simulated: no model wrote this",
    content: message.text.slice(0, CONTENT_CHARS_MAX),
    tokens: { value: sizes.countMessage(message), provenance: sizes.provenance },
  };
}
