import { groupBy } from "../group-by";
import type { Recording } from "../trace/fold/recording";
import type { Residency } from "../trace/session";
import type { TurnIndex } from "../units";
import { indexResidencies } from "../window/residency-index";
import { turnAt, sliceTurnsBetween } from "../window/turn-at";
import { areToolsSame, diffWindows, isModelSame, measurePause } from "./between-turns";
import type { Claim, ClaimOf, Counted } from "./claim";
import { hasValue } from "./has-value";
import type { Likeness } from "./likeness";
import { isLike } from "./likeness";
import type { ValuePresence } from "./value-presence";
import { indexValuePresence } from "./value-presence";
import { SessionLists } from "./session-lists";
import { TextClaims } from "./text-claims";
import { UncertainWindows } from "./uncertain-windows";
import { readFigure } from "./usage-figure";

/** `null`: the session does not hold enough to decide, as where a window or a text is unknown. */
export type ClaimAnswer = boolean | null;

/**
 * Decides claims from the stored windows alone. It knows no rule, and no rule knows it: what a rule proposes stands
 * only if all its claims hold here. Each claim is looked up in the windows (`#` in full, `.` only as a reference), then in the
 * texts of what stands there. In this session `result:c1` says "order 7: total 1,284.50":
 *
 *     user:1    |###|
 *     call:c1   | ##|
 *     result:c1 | #.|
 *
 *     { "is": "present", "value": "1284.5", "turn": 1 }    true: another spelling of it stands there
 *     { "is": "left", "block": "result:c1", "turn": 2 }    true: its place is kept, its text is not
 *     { "is": "absent", "value": "1284.5", "turn": 2 }     true: no text of that window says it
 *     { "is": "present", "value": "1284.5", "turn": 2 }    false
 *     { "is": "present", "value": "1284.5", "turn": 9 }    false: there is no such window
 */
export class Checker {
  private readonly said: ValuePresence;
  private readonly standing;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly lists: SessionLists;
  private readonly windows: UncertainWindows;
  private readonly texts: TextClaims;
  private byCall: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(private readonly recording: Recording) {
    const { session } = recording;
    this.lists = new SessionLists(session);
    this.windows = new UncertainWindows(session, this.lists);
    this.said = indexValuePresence(recording);
    this.standing = indexResidencies(session);
    this.numbers = new Map(session.blocks.map(({ id }, number) => [id, number]));
    this.texts = new TextClaims(recording, this.numbers);
  }

  /** Reads the texts once for the values of many claims. */
  prepare(claims: Iterable<Claim>): void {
    const steps = this.prepareInSteps(claims);
    while (steps.next().done !== true);
  }

  /** Like `prepare`, for a caller that has other work in between. */
  prepareInSteps(claims: Iterable<Claim>): Generator<undefined, void> {
    const values = new Set<string>();
    for (const claim of claims) if ("value" in claim) values.add(claim.value);
    return this.said.prepareInSteps(values);
  }

  check(claim: Claim): ClaimAnswer {
    switch (claim.is) {
      case "present":
        return this.checkPresent(claim);
      case "absent":
        return this.checkAbsent(claim);
      case "left":
        return this.checkLeft(claim);
      case "stands":
        return this.checkStands(claim);
      case "used":
        return this.checkUsed(claim);
      case "equal":
      case "same-arguments":
      case "same-error":
      case "same-missing":
      case "failed":
      case "same-attempt":
      case "shares-lines":
        return this.texts.check(claim);
      case "count":
        return this.count(claim);
      case "usage":
        return this.checkUsage(claim);
      case "declared":
        return this.checkDeclared(claim);
      case "compared":
        return this.checkCompared(claim);
      case "pause":
        return this.checkPause(claim);
      case "order":
        return this.order(claim);
    }
  }

  /** Numbers of the blocks of a window that say a value, in any spelling. */
  findSayersAt(value: string, turn: TurnIndex): number[] {
    if (!this.said.isSaid(value, turn)) return [];
    const sayers = this.standing.listWindow(turn).filter((residency) => this.said.says(residency, value));
    return sayers.map(({ block }) => block).sort((a, b) => a - b);
  }

  private checkPresent({ value, turn, block }: ClaimOf<"present">): ClaimAnswer {
    if (block !== undefined) {
      const residency = this.findShown(block, turn);
      if (residency === undefined) return false;
      return this.windows.mayLack(residency, turn) ? null : this.said.says(residency, value);
    }
    if (!this.said.isSaid(value, turn)) return false;
    if (!this.windows.lackAt(turn)) return true;
    return this.findSayersAt(value, turn).some((no) => !this.mayLack(no, turn)) || null;
  }

  private checkAbsent({ value, turn, until = turn, block }: ClaimOf<"absent">): ClaimAnswer {
    if (block !== undefined) {
      const residency = this.findShown(block, turn);
      if (residency === undefined) return this.windows.mayHold(this.numbers.get(block), turn) ? null : true;
      return this.said.readShownText(residency) === null ? null : !this.said.says(residency, value);
    }
    if (!this.lists.findWholeTurns().covers(turn, until)) return null;
    if (this.said.isSaid(value, turn, until)) return false;
    if (
      this.windows.haveDoubts &&
      this.said.findSayers(value).some(({ block: no }) => this.windows.mayHold(no, until))
    )
      return null;
    return this.said.isUnread(turn, until) ? null : true;
  }

  private checkLeft({ block, turn, how, as }: ClaimOf<"left">): ClaimAnswer {
    const number = this.numbers.get(block);
    if (number === undefined || turnAt(this.recording.session.turns, turn)?.window.known !== true)
      return null;
    const before = this.standing.listResidencies(number).some((residency) => residency.from < turn);
    const now = this.standing.findAt(number, turn);
    const isGone = as === undefined ? now === undefined || now.mode === "reference" : now?.mode === as;
    if (!before || !isGone) return false;
    if (this.windows.mayHold(number, turn)) return null;
    return (
      how === undefined || this.lists.listExits(number).some((exit) => exit.turn <= turn && exit.how === how)
    );
  }

  private checkStands({ block, turn, mode }: ClaimOf<"stands">): ClaimAnswer {
    const residency = this.findShown(block, turn);
    if (residency === undefined || (mode !== undefined && residency.mode !== mode)) return false;
    return !this.windows.mayLack(residency, turn) || null;
  }

  private checkUsed({ value, turn, block }: ClaimOf<"used">): ClaimAnswer {
    const number = this.numbers.get(block);
    const isMade = turnAt(this.recording.session.turns, turn)?.output.includes(number ?? -1) === true;
    if (number === undefined || !isMade) return false;
    const version = this.recording.session.blocks[number]?.full ?? -1;
    return version < 0 ? null : this.said.says({ block: number, version }, value);
  }

  private count({ n, atLeast = false, of }: ClaimOf<"count">): ClaimAnswer {
    const found = this.countOf(of);
    if (found === null) return null;
    return atLeast ? found >= n : found === n;
  }

  private countOf(of: Counted): number | null {
    const { session } = this.recording;
    switch (of.in) {
      case "window": {
        if (turnAt(this.recording.session.turns, of.turn)?.window.known !== true) return null;
        const after = of.after === undefined ? -1 : (this.numbers.get(of.after) ?? Infinity);
        const residencies = this.listStandingLike(of.turn, of).filter((residency) => {
          if (residency.block <= after || of.blank === undefined) return residency.block > after;
          return (this.said.readShownText(residency)?.trim() === "") === of.blank;
        });
        return residencies.some((residency) => this.windows.mayLack(residency, of.turn))
          ? null
          : residencies.length;
      }
      case "made":
        return this.listMade(of.from, of.to).filter((number) => isLike(session.blocks[number], of)).length;
      case "calls-like": {
        const key = this.texts.makeKey(of.block);
        if (key === null) return null;
        return this.listMade(of.from, of.to).filter(
          (number) =>
            session.blocks[number]?.kind === "tool_call" && this.texts.makeKeyOfNumber(number) === key,
        ).length;
      }
      case "failed":
        return sliceTurnsBetween(session.turns, of.from, of.to).filter(({ error }) => error !== null).length;
      case "left":
        return this.lists.listEvictionsAt(of.turn).filter(({ how }) => how === (of.how ?? how)).length;
      case "tools": {
        const tools = turnAt(this.recording.session.turns, of.turn)?.visibleTools;
        return tools == null ? null : tools.filter((tool) => tool === (of.tool ?? tool)).length;
      }
      case "edits":
        return (turnAt(session.turns, of.turn)?.appliedEdits ?? []).filter(
          ({ problem }) => problem === undefined,
        ).length;
      case "records":
        return this.lists
          .listRecords(of.event, of.from, of.to)
          .filter((record) => (of.says ?? []).every((value) => hasValue(record, value))).length;
      case "session":
        return this.lists.countNamed(of.named);
    }
  }

  private checkUsage({
    turn,
    until = turn,
    of,
    atLeast = -Infinity,
    atMost = Infinity,
  }: ClaimOf<"usage">): ClaimAnswer {
    for (let at = turn; at <= until; at++) {
      const number = readFigure(this.recording.session, at, of);
      if (number === null) return null;
      if (number < atLeast || number > atMost) return false;
    }
    return true;
  }

  private checkDeclared({ event, turn, says }: ClaimOf<"declared">): ClaimAnswer {
    return this.lists
      .listRecords(event, turn, turn)
      .some((record) => says.every((value) => hasValue(record, value)));
  }

  private checkCompared({ turn, before, of, same, block }: ClaimOf<"compared">): ClaimAnswer {
    const { session } = this.recording;
    if (of === "window") return this.compareWindows(before, turn, { same, block });
    const isSame = (of === "tools" ? areToolsSame : isModelSame)(session, before, turn);
    return isSame === null ? null : isSame === same;
  }

  private compareWindows(
    before: TurnIndex,
    turn: TurnIndex,
    { same, block }: Pick<ClaimOf<"compared">, "same" | "block">,
  ): ClaimAnswer {
    const found = diffWindows(this.recording.session, this.standing, before, turn);
    if (found === undefined) return null;
    if (found === null || same) return (found === null) === same;
    if (found.was !== null && this.windows.mayHold(found.was, turn)) return null;
    const number = block === undefined ? null : (this.numbers.get(block) ?? -1);
    return number === null || number === found.was || number === found.is;
  }

  private checkPause(claim: ClaimOf<"pause">): ClaimAnswer {
    const { turn, before, atLeast = -Infinity, atMost = Infinity } = claim;
    const ms = measurePause(this.recording.session, before, turn);
    return ms === null ? null : ms >= atLeast && ms <= atMost;
  }

  private order({ first, then }: ClaimOf<"order">): ClaimAnswer {
    if (first.turn !== then.turn) return first.turn < then.turn;
    const [firstNo, thenNo] = [first.block, then.block].map((id) => this.numbers.get(id ?? "") ?? null);
    return firstNo == null || thenNo == null ? null : firstNo < thenNo;
  }

  private mayLack(block: number, turn: TurnIndex): boolean {
    const residency = this.standing.findAt(block, turn);
    return residency !== undefined && this.windows.mayLack(residency, turn);
  }

  private findShown(block: string, turn: TurnIndex): Residency | undefined {
    const number = this.numbers.get(block);
    return number === undefined ? undefined : this.standing.findAt(number, turn);
  }

  /** What stands at a turn and has all of these facts. */
  private listStandingLike(turn: TurnIndex, of: Likeness): Residency[] {
    const { blocks } = this.recording.session;
    const blockNo = of.block === undefined ? undefined : (this.numbers.get(of.block) ?? -1);
    const among =
      blockNo !== undefined ? [blockNo] : of.callId !== undefined ? this.listCall(of.callId) : null;
    const residencies =
      among === null
        ? this.standing.listWindow(turn)
        : among.flatMap((number) => this.standing.findAt(number, turn) ?? []);
    return residencies.filter(({ block }) => isLike(blocks[block], of));
  }

  private listCall(callId: string): readonly number[] {
    this.byCall ??= groupBy(
      this.recording.session.blocks.keys(),
      (no) => this.recording.session.blocks[no]?.toolCallId ?? "",
    );
    return this.byCall.get(callId) ?? [];
  }

  private listMade(from: TurnIndex, to: TurnIndex): number[] {
    return sliceTurnsBetween(this.recording.session.turns, from, to).flatMap(({ output }) => output);
  }
}
