import { fileActs } from "../../evidence/file-acts";
import type { FetchedAgain } from "../../evidence/fetched-again";
import type { Sources } from "../../evidence/sources";
import { groupBy } from "../../group-by";
import { countShared } from "../../proof/shared-lines";
import { parseJsonOrText, recordIn } from "../../source/arguments";
import { looksUp } from "../../source/looks-up";
import { placeAsked, shortenPlace } from "../../source/source";
import { isCommand, plainToolName } from "../../source/tool-words";
import type { InSteps } from "../../steps";
import { indexFirstCalls } from "../../trace/first-calls";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { FindingInput } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { readOwnLines } from "./own-lines";
import { pairCalls } from "../../window/call-pairs";

/** The fewest lines that two texts share by no chance. */
export const LINES_MIN = 8;
const SHARE_MIN = 0.5;
/** The most lines of its own that a tool writes around a file, such as how long it is, where it is called by a line of words. */
const OWN_LINES_MAX = 2;
const BESIDE_MAX = 20;

/** The lines that a reading has in common with one that had left. */
export interface SharedLines {
  readonly lines: number;
  /** The number of lines that came back. */
  readonly of: number;
  /** The tokens of the shared lines among those that came back. */
  readonly tokens: number;
  /** Whether the two calls were the same. */
  readonly isSamePart: boolean;
}

/** How much of a file that was read again had stood in a reading that had left. */
export class SharedParts {
  private writes: ReadonlyMap<string, readonly TurnIndex[]> | null = null;
  private readonly firstOf: (call: number) => number;
  private readonly lines;

  constructor(
    private readonly input: FindingInput,
    private readonly sources: Sources,
  ) {
    this.firstOf = indexFirstCalls(input.session);
    this.lines = readOwnLines(input);
  }

  /**
   * Measures what a fetch brought back; `null` where less than half of it had left, and where most of it stands in another
   * reading. Where the file was written since its text left, all of it must have come back: else it is a look at a change. The
   * same holds where a tool is called by a line of words.
   */
  *measure(
    { block, leftTurn, turn }: FetchedAgain,
    call: number,
    result: number,
  ): InSteps<SharedLines | null> {
    const { session, recording } = this.input;
    const callBlock = session.blocks[call];
    if (callBlock === undefined) return null;
    const args = readFullText(recording, callBlock) ?? "";
    const before = pairCalls(session).callOf.get(block);
    const isSamePart = before !== undefined && this.firstOf(before) === this.firstOf(call);
    const place = placeAsked(callBlock.toolName, args);
    if (place === null && !(isSamePart && isLookAtFile(callBlock.toolName, args))) return null;
    this.writes ??= yield* this.indexWrites();
    const writeTurns = place === null ? [] : (this.writes.get(shortenPlace(place)) ?? []);
    const mayHaveChanged = place === null || writeTurns.some((at) => at >= leftTurn && at < turn);
    const now = this.lines.of(result);
    yield;
    const lines = countShared(now, this.lines.of(block));
    if (lines < LINES_MIN || lines < now.size * SHARE_MIN) return null;
    if (mayHaveChanged && now.size - lines > (place === null ? OWN_LINES_MAX : 0)) return null;
    yield;
    if (this.standsElsewhere({ block, result, turn }, now)) return null;
    const facts = session.blocks[result];
    const tokens = Math.round((((facts && countFullTokens(facts)) ?? 0) * lines) / now.size);
    return { lines, of: now.size, tokens, isSamePart: isSamePart && !mayHaveChanged };
  }

  private standsElsewhere(
    { block, result, turn }: { readonly block: number; readonly result: number; readonly turn: TurnIndex },
    now: ReadonlySet<string>,
  ): boolean {
    const beside = [...this.sources.sameAs(block), ...this.sources.sameAs(result)]
      .filter((other) => other !== block && other !== result && other < result)
      .filter((other) => this.input.index.standing.findAt(other, turn)?.mode === "full")
      .slice(-BESIDE_MAX);
    return beside.some((reading) => countShared(now, this.lines.of(reading)) >= now.size * SHARE_MIN);
  }

  private *indexWrites(): InSteps<ReadonlyMap<string, readonly TurnIndex[]>> {
    const acts = yield* fileActs.inSteps(this.input.recording);
    const writes = acts.filter(({ writes }) => writes);
    return new Map(
      [...groupBy(writes, ({ path }) => shortenPlace(path))].map(([path, ownWrites]) => [
        path,
        ownWrites.map(({ turn }) => turn),
      ]),
    );
  }
}

/** Whether a line of words, and no fields, asks a tool for a file. */
function isLookAtFile(toolName: string | null, args: string): boolean {
  return (
    !isCommand(plainToolName(toolName)) &&
    looksUp(toolName, args) &&
    recordIn(parseJsonOrText(args)) === null &&
    /[\w-][./][\w-]/.test(args)
  );
}
