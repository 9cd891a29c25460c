import { contentHash } from "../../hash";
import type { Tokens, TurnIndex } from "../../units";
import type { Completeness, Provenance, SourceKind, TrustLevel } from "../../vocabulary";
import { defaultTrust } from "../../vocabulary";
import { callKey } from "../../source/call-key";
import { saysFailure, saysNothing, saysTryAgain } from "../../source/failure";
import type { Source } from "../../source/source";
import { sourceOfCall } from "../../source/source";
import { asksProgress, goesOn, isChange, plainToolName, sleeps } from "../../source/tool-words";
import { saysUnfinished } from "../../source/unfinished";
import type { TextTraits } from "../../window/shown-text";
import { traitsOf } from "../../window/shown-text";
import type { BlockStatement } from "../blocks-schema";
import type { Redeclared } from "../session";
import { SHORT_TEXT_CHARS } from "../limits";
import { Marks } from "./touched";

/** One text of a block. `counted` is the tokenizer's figure before calibration; `stated` is the sender's own. */
export interface FoldedVersion {
  readonly hash: string | null;
  readonly text: string | null;
  readonly traits: TextTraits | null;
  readonly counted: Tokens | null;
  readonly stated: { readonly value: Tokens; readonly provenance: Provenance } | null;
}

export interface RegisteredBlock {
  readonly id: string;
  kind: SourceKind;
  trust: TrustLevel;
  label: string | null;
  toolName: string | null;
  toolCallId: string | null;
  isError: boolean;
  media: Record<string, number> | null;
  origin: BlockStatement["origin"] | null;
  completeness: Completeness;
  readonly redeclared: Redeclared[];
  /** The turn from which its kind and trust were stated. */
  since: TurnIndex;
  createdTurn: TurnIndex | null;
  /** Of a tool call: equal for calls of the same tool with the same arguments. */
  callKey: string | null;
  /** Of a tool call: what it asks for; `null` if each call asks for something else. */
  source: Source | null;
  isChange: boolean;
  /** Of a result: its first text only reports a failure. */
  saysFailure: boolean;
  /** Of a result: its first text says that its task is not done yet, or to try again. */
  saysUnfinished: boolean;
  /** Whether a statement gave its kind. Before that only its id is known. */
  defined: boolean;
  /** Index of the version that `full` means; -1 until one was seen in full. */
  full: number;
  readonly versions: FoldedVersion[];
}

/** A statement about a block, from a definition or from an entry that carries one. */
export type PartialStatement = Partial<BlockStatement> & { id: string };

export type CountTokens = (text: string, hash: string) => Tokens;

/** The blocks of a session by id and by number, in order of first mention. It keeps facts about texts, never texts. */
export class Registry {
  readonly blocks: RegisteredBlock[] = [];
  /** Blocks that are new, or of which more is known, since this was last emptied. */
  readonly touched = new Marks();
  /** How often a block got its kind after a text of it was known. Sums by kind from before are then wrong. */
  reclassified = 0;
  /** Blocks whose full text changed since this was last emptied. What stood in full before has another mode now. */
  readonly reedited = new Set<number>();
  private readonly byId = new Map<string, number>();
  private readonly announced = new Map<string, { statement: BlockStatement; turn: TurnIndex | null }[]>();

  constructor(
    private readonly count: CountTokens,
    private readonly hash: (text: string) => string = contentHash,
  ) {}

  /**
   * Registers a definition ahead of its place in the order, so that a window that names the block finds it.
   * @returns false if the block was already mentioned and this adds to it; earlier results may then be wrong
   */
  announce(statement: BlockStatement, turn: TurnIndex | null): boolean {
    const known = this.byId.get(statement.id);
    if (known !== undefined) return this.isKnown(this.facts(known), statement);
    const list = this.announced.get(statement.id);
    if (list === undefined) this.announced.set(statement.id, [{ statement, turn }]);
    else list.push({ statement, turn });
    return true;
  }

  private isKnown(facts: RegisteredBlock, statement: BlockStatement): boolean {
    const { content } = statement;
    const hash = content === undefined ? null : this.hash(content);
    return (
      facts.defined &&
      facts.versions.some((version) => version.hash === hash) &&
      redeclaredBy(facts, statement, facts.since) === null
    );
  }

  find(id: string): number | undefined {
    return this.byId.get(id);
  }

  /** The number of a block. A mention is enough to give it one. */
  mention(id: string, turn: TurnIndex | null): number {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const number = this.blocks.length;
    this.blocks.push({
      id,
      kind: "other",
      trust: defaultTrust("other"),
      label: null,
      toolName: null,
      toolCallId: null,
      isError: false,
      media: null,
      origin: null,
      completeness: "complete",
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
    });
    this.byId.set(id, number);
    const announced = this.announced.get(id) ?? [];
    this.announced.delete(id);
    for (const { statement, turn: of } of announced) this.define(statement, of);
    return number;
  }

  /**
   * Applies a definition. The first one gives the block its kind, trust and names; later ones only add what was missing,
   * and another kind or trust is noted. From here on `full` means its content.
   */
  define(statement: PartialStatement, turn: TurnIndex | null): number {
    const block = this.mention(statement.id, turn);
    this.describe(block, statement, turn);
    const version = this.versionOf(block, statement);
    if (version !== null) this.setFull(block, version);
    return block;
  }

  /** Applies everything that a statement says about a block except its content. It holds from turn `since` on. */
  describe(
    block: number,
    statement: PartialStatement,
    turn: TurnIndex | null,
    since: TurnIndex = turn ?? 0,
  ): void {
    const facts = this.facts(block);
    this.touched.add(block);
    if (!facts.defined && statement.kind !== undefined) {
      facts.defined = true;
      this.classify(facts, {
        kind: statement.kind,
        trust: statement.trust ?? defaultTrust(statement.kind),
        since,
      });
      facts.completeness = statement.completeness ?? "complete";
      facts.createdTurn ??= turn;
    } else this.redeclare(facts, statement, since);
    facts.label ??= statement.label ?? null;
    facts.toolName ??= statement.toolName ?? null;
    facts.toolCallId ??= statement.toolCallId ?? null;
    facts.media ??= (statement.media as Record<string, number> | undefined) ?? null;
    facts.origin ??= statement.origin ?? null;
    facts.isError ||= statement.isError ?? false;
  }

  private classify(facts: RegisteredBlock, { kind, trust, since }: Redeclared): void {
    if (facts.versions.length > 0 && facts.kind !== kind) this.reclassified++;
    facts.kind = kind;
    facts.trust = trust;
    facts.since = since;
  }

  /** Notes another kind or trust. A definition that was read ahead of its place is the later one of the two. */
  private redeclare(facts: RegisteredBlock, statement: PartialStatement, since: TurnIndex): void {
    const other = redeclaredBy(facts, statement, since);
    if (other === null) return;
    if (since >= facts.since) {
      facts.redeclared.push(other);
      return;
    }
    facts.redeclared.push({ kind: facts.kind, trust: facts.trust, since: facts.since });
    this.classify(facts, other);
  }

  /**
   * The version of `block` with the statement's content, created if it is new; `null` if the statement has no content.
   */
  versionOf(block: number, { content, tokens }: PartialStatement): number | null {
    if (content === undefined && tokens === undefined) return null;
    const facts = this.facts(block);
    const { versions } = facts;
    const hash = content === undefined ? null : this.hash(content);
    const known = versions.findIndex((v) => v.hash === hash);
    if (known >= 0) return known;
    if (content !== undefined && versions.every((one) => one.hash === null)) this.readContent(facts, content);
    versions.push({
      hash,
      text: content !== undefined && content.length <= SHORT_TEXT_CHARS ? content : null,
      traits: content === undefined ? null : traitsOf(content),
      counted: content === undefined || hash === null ? null : this.count(content, hash),
      stated: tokens ?? null,
    });
    return versions.length - 1;
  }

  /** Reads from the first text what a call asks for, or what a result says of itself. */
  private readContent(facts: RegisteredBlock, content: string): void {
    const name = plainToolName(facts.toolName);
    if (facts.kind === "tool_call") {
      facts.callKey = callKey(facts.toolName, content, this.hash);
      if (!sleeps(name) && !goesOn(name, content))
        facts.source = sourceOfCall(facts.toolName, content, facts.callKey);
      facts.isChange = isChange(name, content);
    } else if (facts.kind === "tool_result") {
      facts.saysFailure = saysFailure(content) || saysNothing(content);
      facts.saysUnfinished = saysUnfinished(content, asksProgress(name)) || saysTryAgain(content);
    }
  }

  setFull(block: number, version: number): void {
    const facts = this.facts(block);
    if (facts.full >= 0 && facts.full !== version) this.reedited.add(block);
    facts.full = version;
  }

  facts(block: number): RegisteredBlock {
    const facts = this.blocks[block];
    if (facts === undefined) throw new RangeError(`no block ${block}`);
    return facts;
  }

  /** The text of `block` that `full` means now; `null` if none was seen. */
  fullVersion(block: number): FoldedVersion | null {
    const facts = this.facts(block);
    return facts.versions[facts.full] ?? null;
  }
}

/** Another kind or trust that a statement gives a block from a turn on, where nothing gave it both before. */
function redeclaredBy(
  facts: RegisteredBlock,
  { kind = facts.kind, trust: stated }: PartialStatement,
  since: TurnIndex,
): Redeclared | null {
  if (!facts.defined) return null;
  const goesOn = kind === facts.kind && since >= facts.since;
  const trust = stated ?? (goesOn ? facts.trust : defaultTrust(kind));
  const isKnown = [facts, ...facts.redeclared].some((one) => one.kind === kind && one.trust === trust);
  return isKnown ? null : { kind, trust, since };
}

/** Tokens of a version before calibration: the sender's figure if there is one. */
export function baseTokens(version: FoldedVersion | null | undefined): Tokens {
  return version?.stated?.value ?? version?.counted ?? 0;
}
