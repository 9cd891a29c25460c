import { addToGroup } from "../../group-by";
import { hashContent } from "../../hash";
import type { Tokens, TurnIndex } from "../../units";
import { getDefaultTrust } from "../../vocabulary";
import { makeCallKey } from "../../source/call-key";
import { saysFailure, isEmptyResult, saysTryAgain } from "../../source/failure";
import { findSourceOfCall } from "../../source/source";
import { asksProgress, continuesPages, isChange, plainToolName, sleeps } from "../../source/tool-words";
import { saysUnfinished } from "../../source/unfinished";
import { measureTraits } from "../../window/shown-text";
import { BLOCK_FACTS } from "../block-facts";
import type { BlockStatement } from "../blocks-schema";
import { makeLearner } from "../fact";
import { SHORT_TEXT_CHARS } from "../limits";
import type { FoldedVersion, PartialStatement, RegisteredBlock } from "./registered-block";
import { makeMentionedBlock } from "./registered-block";
import { Marks } from "./touched";
import type { Redeclared } from "../session";

const learnFacts = makeLearner(BLOCK_FACTS);

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
    private readonly hash: (text: string) => string = hashContent,
  ) {}

  /**
   * Registers a definition ahead of its place in the order, so that a window that names the block finds it.
   * @returns false if the block was already mentioned and this adds to it; earlier results may then be wrong
   */
  announce(statement: BlockStatement, turn: TurnIndex | null): boolean {
    const existing = this.byId.get(statement.id);
    if (existing !== undefined) return this.isKnown(this.getFacts(existing), statement);
    addToGroup(this.announced, statement.id, { statement, turn });
    return true;
  }

  private isKnown(facts: RegisteredBlock, statement: BlockStatement): boolean {
    const { content } = statement;
    const hash = content === undefined ? null : this.hash(content);
    return (
      facts.defined &&
      facts.versions.some((version) => version.hash === hash) &&
      findRedeclaration(facts, statement, facts.since) === null
    );
  }

  find(id: string): number | undefined {
    return this.byId.get(id);
  }

  registerMention(id: string, turn: TurnIndex | null): number {
    const existing = this.byId.get(id);
    if (existing !== undefined) return existing;
    const number = this.blocks.length;
    this.blocks.push(makeMentionedBlock(id, turn));
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
    const block = this.registerMention(statement.id, turn);
    this.describe(block, statement, turn);
    const version = this.addVersion(block, statement);
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
    const facts = this.getFacts(block);
    this.touched.add(block);
    if (!facts.defined && statement.kind !== undefined) {
      facts.defined = true;
      const trust = statement.trust ?? getDefaultTrust(statement.kind);
      this.reclassified += classify(facts, { kind: statement.kind, trust, since });
      facts.createdTurn ??= turn;
    } else this.reclassified += addRedeclaration(facts, statement, since);
    learnFacts(facts, statement);
  }

  addVersion(block: number, { content, tokens }: PartialStatement): number | null {
    if (content === undefined && tokens === undefined) return null;
    const facts = this.getFacts(block);
    const { versions } = facts;
    const hash = content === undefined ? null : this.hash(content);
    const index = versions.findIndex((v) => v.hash === hash);
    if (index >= 0) return index;
    if (content !== undefined && versions.every((version) => version.hash === null))
      this.readContent(facts, content);
    versions.push({
      hash,
      text: content !== undefined && content.length <= SHORT_TEXT_CHARS ? content : null,
      traits: content === undefined ? null : measureTraits(content),
      counted: content === undefined || hash === null ? null : this.count(content, hash),
      stated: tokens ?? null,
    });
    return versions.length - 1;
  }

  /** Reads from the first text what a call asks for, or what a result says of itself. */
  private readContent(facts: RegisteredBlock, content: string): void {
    const name = plainToolName(facts.toolName);
    if (facts.kind === "tool_call") {
      facts.callKey = makeCallKey(facts.toolName, content, this.hash);
      if (!sleeps(name) && !continuesPages(name, content))
        facts.source = findSourceOfCall(facts.toolName, content, facts.callKey);
      facts.isChange = isChange(name, content);
    } else if (facts.kind === "tool_result") {
      facts.saysFailure = saysFailure(content) || isEmptyResult(content);
      facts.saysUnfinished = saysUnfinished(content, asksProgress(name)) || saysTryAgain(content);
    }
  }

  setFull(block: number, version: number): void {
    const facts = this.getFacts(block);
    if (facts.full >= 0 && facts.full !== version) this.reedited.add(block);
    facts.full = version;
  }

  getFacts(block: number): RegisteredBlock {
    const facts = this.blocks[block];
    if (facts === undefined) throw new RangeError(`no block ${block}`);
    return facts;
  }

  getFullVersion(block: number): FoldedVersion | null {
    const facts = this.getFacts(block);
    return facts.versions[facts.full] ?? null;
  }
}

/**
 * Gives a block a kind and trust.
 * @returns 1 if a text of the block was known under another kind, so that sums by kind are now wrong; else 0
 */
function classify(block: RegisteredBlock, { kind, trust, since }: Redeclared): 0 | 1 {
  const isReclassified = block.versions.length > 0 && block.kind !== kind;
  block.kind = kind;
  block.trust = trust;
  block.since = since;
  return isReclassified ? 1 : 0;
}

/**
 * A definition that was read ahead of its place counts as the later one.
 * @returns as {@link classify}
 */
function addRedeclaration(block: RegisteredBlock, statement: PartialStatement, since: TurnIndex): 0 | 1 {
  const redeclaration = findRedeclaration(block, statement, since);
  if (redeclaration === null) return 0;
  if (since >= block.since) {
    block.redeclared.push(redeclaration);
    return 0;
  }
  block.redeclared.push({ kind: block.kind, trust: block.trust, since: block.since });
  return classify(block, redeclaration);
}

/** A redeclaration of a block; `null` if an earlier statement gave the block both the same kind and the same trust. */
function findRedeclaration(
  block: RegisteredBlock,
  { kind = block.kind, trust: statedTrust }: PartialStatement,
  since: TurnIndex,
): Redeclared | null {
  if (!block.defined) return null;
  const goesOn = kind === block.kind && since >= block.since;
  const trust = statedTrust ?? (goesOn ? block.trust : getDefaultTrust(kind));
  const isKnown = [block, ...block.redeclared].some(
    (statement) => statement.kind === kind && statement.trust === trust,
  );
  return isKnown ? null : { kind, trust, since };
}
