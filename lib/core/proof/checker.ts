import { groupBy } from "../group-by";
import { callKey } from "../source/call-key";
import { isRecord } from "../is-record";
import type { Recording } from "../trace/fold/recording";
import { fullText } from "../trace/fold/recording";
import type { Residency, Turn } from "../trace/session";
import type { TurnIndex } from "../units";
import { Standing } from "../window/standing";
import type { Claim, ClaimOf, Counted } from "./claim";
import { ownText } from "./own-text";
import type { Likeness } from "./likeness";
import { isLike } from "./likeness";
import { ShownTexts } from "./shown-texts";

/** What estimates and small additions of a provider may amount to: tokens, and a share of the window. */
const UNLISTED_TOKENS = 1_000;
const UNLISTED_SHARE = 0.05;

/** `null`: the session does not hold enough to decide, as where a window or a text is unknown. */
export type ClaimAnswer = boolean | null;

/**
 * Decides claims from the stored windows alone. It knows no rule, and no rule knows it: what a rule proposes stands
 * only if all its claims hold here.
 */
export class Checker {
  private readonly texts: ShownTexts;
  private readonly standing: Standing;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly turns: ReadonlyMap<TurnIndex, Turn>;
  private readonly keys = new Map<number, string>();
  private readonly least: (readonly [turn: TurnIndex, tokens: number])[] = [];
  private byCall: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(private readonly recording: Recording) {
    const { session } = recording;
    this.texts = new ShownTexts(recording);
    this.standing = new Standing(session);
    this.numbers = new Map(session.blocks.map(({ id }, number) => [id, number]));
    this.turns = new Map(session.turns.map((turn) => [turn.index, turn]));
  }

  /** Reads the texts once for the values of many claims. */
  prepare(claims: Iterable<Claim>): void {
    const values = new Set<string>();
    for (const claim of claims) if ("value" in claim) values.add(claim.value);
    this.texts.prepare(values);
  }

  check(claim: Claim): ClaimAnswer {
    switch (claim.is) {
      case "present":
        return this.present(claim);
      case "absent":
        return this.absent(claim);
      case "left":
        return this.left(claim);
      case "stands":
        return this.stands(claim);
      case "used":
        return this.used(claim);
      case "equal":
        return this.equal(claim);
      case "same-arguments":
        return this.sameArguments(claim);
      case "count":
        return this.count(claim);
      case "usage":
        return this.usage(claim);
      case "declared":
        return this.declared(claim);
      case "order":
        return this.order(claim);
    }
  }

  /** Numbers of the blocks of a window that say a value, in any spelling. */
  sayersAt(value: string, turn: TurnIndex): number[] {
    return this.texts.sayers(value).flatMap((shown) => (this.isShown(shown, turn, turn) ? shown.block : []));
  }

  private present({ value, turn, block }: ClaimOf<"present">): ClaimAnswer {
    if (block !== undefined) {
      const shown = this.at(block, turn);
      return shown === undefined ? false : this.texts.says(shown, value);
    }
    return this.sayersAt(value, turn).length > 0;
  }

  private absent({ value, turn, until = turn, block }: ClaimOf<"absent">): ClaimAnswer {
    if (block !== undefined) {
      const shown = this.at(block, turn);
      if (shown === undefined) return true;
      return this.texts.textOf(shown) === null ? null : !this.texts.says(shown, value);
    }
    for (let at = turn; at <= until; at++) if (!this.isWhole(at)) return null;
    if (this.texts.sayers(value).some((shown) => this.isShown(shown, turn, until))) return false;
    return this.texts.isUnread(turn, until) ? null : true;
  }

  /**
   * Whether the window is known, and holds no more that is not listed than earlier windows did. A harness that attaches
   * files again after a compaction, without recording it, shows in what was measured.
   */
  private isWhole(turn: TurnIndex): boolean {
    const window = this.turns.get(turn)?.window;
    if (window?.known !== true) return false;
    if (window.residual === null) return true;
    const tokens = window.tokens.value ?? 0;
    return window.residual <= this.unlisted(turn) + Math.max(UNLISTED_TOKENS, tokens * UNLISTED_SHARE);
  }

  /** The least that was ever measured beyond what is listed, up to a turn: instructions and tools that no source shows. */
  private unlisted(turn: TurnIndex): number {
    if (this.least.length === 0) {
      let least = Infinity;
      for (const { index, window } of this.recording.session.turns) {
        if (window.known && window.residual !== null) least = Math.min(least, Math.max(0, window.residual));
        this.least.push([index, least]);
      }
    }
    return this.least.findLast(([index]) => index <= turn)?.[1] ?? 0;
  }

  private isShown({ block, version }: Pick<Residency, "block" | "version">, from: TurnIndex, to: TurnIndex) {
    return this.standing
      .of(block)
      .some((one) => one.version === version && one.from <= to && (one.to ?? Infinity) >= from);
  }

  private left({ block, turn, how, as }: ClaimOf<"left">): ClaimAnswer {
    const number = this.numbers.get(block);
    if (number === undefined || this.turns.get(turn)?.window.known !== true) return null;
    const before = this.standing.of(number).some((one) => one.from < turn);
    const now = this.standing.at(number, turn);
    const isGone = as === undefined ? now === undefined || now.mode === "reference" : now?.mode === as;
    if (!before || !isGone) return false;
    return (
      how === undefined ||
      this.recording.session.evictions.some(
        (one) => one.block === number && one.turn <= turn && one.how === how,
      )
    );
  }

  private stands({ block, turn, mode }: ClaimOf<"stands">): ClaimAnswer {
    const shown = this.at(block, turn);
    return shown !== undefined && (mode === undefined || shown.mode === mode);
  }

  private used({ value, turn, block }: ClaimOf<"used">): ClaimAnswer {
    const number = this.numbers.get(block);
    const made = this.turns.get(turn)?.output.includes(number ?? -1) === true;
    if (number === undefined || !made) return false;
    const version = this.recording.session.blocks[number]?.full ?? -1;
    return version < 0 ? null : this.texts.says({ block: number, version }, value);
  }

  private equal({ blocks: [a, b] }: ClaimOf<"equal">): ClaimAnswer {
    const [one, other] = [this.textOf(a), this.textOf(b)];
    return one === null || other === null ? null : ownText(one) === ownText(other);
  }

  private sameArguments({ blocks: [a, b] }: ClaimOf<"same-arguments">): ClaimAnswer {
    const [one, other] = [this.keyOf(a), this.keyOf(b)];
    return one === null || other === null ? null : one === other;
  }

  private count({ n, atLeast = false, of }: ClaimOf<"count">): ClaimAnswer {
    const found = this.counted(of);
    if (found === null) return null;
    return atLeast ? found >= n : found === n;
  }

  private counted(of: Counted): number | null {
    const { session } = this.recording;
    switch (of.in) {
      case "window": {
        if (this.turns.get(of.turn)?.window.known !== true) return null;
        const after = of.after === undefined ? -1 : (this.numbers.get(of.after) ?? Infinity);
        return this.blocksLike(of).filter((number) => {
          const shown = number > after ? this.standing.at(number, of.turn) : undefined;
          if (shown === undefined || of.blank === undefined) return shown !== undefined;
          return (this.texts.textOf(shown)?.trim() === "") === of.blank;
        }).length;
      }
      case "made":
        return this.madeIn(of.from, of.to).filter((number) => isLike(session.blocks[number], of)).length;
      case "calls-like": {
        const key = this.keyOf(of.block);
        if (key === null) return null;
        return this.madeIn(of.from, of.to).filter(
          (number) => session.blocks[number]?.kind === "tool_call" && this.keyOfNumber(number) === key,
        ).length;
      }
      case "failed":
        return session.turns.filter(
          ({ index, error }) => index >= of.from && index <= of.to && error !== null,
        ).length;
      case "left":
        return session.evictions.filter(
          ({ turn, how }) => turn === of.turn && (of.how === undefined || how === of.how),
        ).length;
      case "tools": {
        const tools = this.turns.get(of.turn)?.visibleTools;
        return tools == null ? null : tools.filter((tool) => tool === (of.tool ?? tool)).length;
      }
      case "records":
        return this.recordsOf(of.event, of.from, of.to).filter((record) =>
          (of.says ?? []).every((value) => holds(record, value)),
        ).length;
      case "session":
        return session.blocks.filter(({ id, toolCallId, origin }) =>
          [id, toolCallId, origin?.path, origin?.url, origin?.artifact].includes(of.named),
        ).length;
    }
  }

  private usage({
    turn,
    until = turn,
    of,
    atLeast = -Infinity,
    atMost = Infinity,
  }: ClaimOf<"usage">): ClaimAnswer {
    for (let at = turn; at <= until; at++) {
      const number = this.figure(at, of);
      if (number === null) return null;
      if (number < atLeast || number > atMost) return false;
    }
    return true;
  }

  private figure(turn: TurnIndex, of: ClaimOf<"usage">["of"]): number | null {
    const facts = this.turns.get(turn);
    if (facts === undefined) return null;
    switch (of) {
      case "window":
        return facts.window.tokens.value;
      case "delta":
        return facts.delta.value;
      case "input":
        return facts.usage?.input ?? null;
      case "cache-read":
        return facts.usage?.cacheRead ?? null;
      case "cache-write":
        return facts.usage?.cacheWrite ?? null;
      case "output":
        return facts.usage?.output ?? null;
      case "budget":
        return facts.budgets?.total ?? this.recording.session.meta.budget;
      case "context-window":
        return facts.contextWindow ?? this.recording.session.meta.contextWindow;
      default:
        return facts.window.known ? (facts.window.bySource[of] ?? 0) : null;
    }
  }

  private declared({ event, turn, says }: ClaimOf<"declared">): ClaimAnswer {
    return this.recordsOf(event, turn, turn).some((record) => says.every((value) => holds(record, value)));
  }

  /** What the harness sent of one type. An edit of the window is kept with what it took away. */
  private recordsOf(type: string, from: TurnIndex, to: TurnIndex): readonly unknown[] {
    const { meta, evictions, records } = this.recording.session;
    if (type === "session.started") return [meta];
    const isThen = ({ turn }: { readonly turn: TurnIndex }) => turn >= from && turn <= to;
    if (type === "context.edited")
      return evictions.filter((one) => isThen(one) && one.cause.provenance === "reported");
    return records.filter((one) => isThen(one) && one.event.type === type).map(({ event }) => event);
  }

  private order({ first, then }: ClaimOf<"order">): ClaimAnswer {
    if (first.turn !== then.turn) return first.turn < then.turn;
    const [one, other] = [first.block, then.block].map((id) => this.numbers.get(id ?? "") ?? null);
    return one == null || other == null ? null : one < other;
  }

  private at(block: string, turn: TurnIndex): Residency | undefined {
    const number = this.numbers.get(block);
    return number === undefined ? undefined : this.standing.at(number, turn);
  }

  private textOf(block: string): string | null {
    const facts = this.recording.session.blocks[this.numbers.get(block) ?? -1];
    return facts === undefined ? null : fullText(this.recording, facts);
  }

  /** Numbers of the blocks that have all of these facts. */
  private blocksLike(of: Likeness): number[] {
    const { blocks } = this.recording.session;
    const named = of.block === undefined ? undefined : (this.numbers.get(of.block) ?? -1);
    const among =
      named !== undefined ? [named] : of.callId !== undefined ? this.ofCall(of.callId) : blocks.keys();
    return [...among].filter((number) => isLike(blocks[number], of));
  }

  private ofCall(callId: string): readonly number[] {
    this.byCall ??= groupBy(
      this.recording.session.blocks.keys(),
      (no) => this.recording.session.blocks[no]?.toolCallId ?? "",
    );
    return this.byCall.get(callId) ?? [];
  }

  private madeIn(from: TurnIndex, to: TurnIndex): number[] {
    return this.recording.session.turns
      .filter(({ index }) => index >= from && index <= to)
      .flatMap(({ output }) => output);
  }

  private keyOf(block: string): string | null {
    const number = this.numbers.get(block);
    return number === undefined ? null : this.keyOfNumber(number);
  }

  private keyOfNumber(number: number): string | null {
    const known = this.keys.get(number);
    if (known !== undefined) return known;
    const block = this.recording.session.blocks[number];
    const args = block === undefined ? null : fullText(this.recording, block);
    if (block === undefined || args === null) return null;
    const key = callKey(block.toolName, args);
    this.keys.set(number, key);
    return key;
  }
}

/** Whether a record has the value in one of its fields. */
function holds(record: unknown, value: string | number | boolean | null): boolean {
  const open: unknown[] = [record];
  for (let at = 0; at < open.length; at++) {
    const one = open[at];
    if (one === value) return true;
    if (Array.isArray(one)) open.push(...(one as unknown[]));
    else if (isRecord(one)) open.push(...Object.values(one));
  }
  return false;
}
