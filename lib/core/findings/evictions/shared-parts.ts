import { fileActs } from "../../evidence/file-acts";
import type { FetchedAgain } from "../../evidence/fetched-again";
import type { Sources } from "../../evidence/sources";
import { groupBy } from "../../group-by";
import { countShared } from "../../proof/shared-lines";
import { placeAsked, shortenPlace } from "../../source/source";
import type { InSteps } from "../../steps";
import { indexFirstCalls } from "../../trace/first-calls";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { FindingInput } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { readOwnLines } from "./own-lines";
import { pairCalls } from "../../window/call-pairs";

/** Fewer lines are shared by chance. */
export const LINES_MIN = 8;
const SHARE_MIN = 0.5;
const BESIDE_MAX = 20;

/** What a reading has in common with one that had left. */
export interface SharedLines {
  readonly lines: number;
  /** The lines that came back. */
  readonly of: number;
  /** What they take of the tokens that came back. */
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
   * `null` where less than half of what came back had left, where most of it stands in another reading, and where the file was
   * written since its text left: that is a look at a change.
   */
  *measure(
    { block, leftTurn, turn }: FetchedAgain,
    call: number,
    result: number,
  ): InSteps<SharedLines | null> {
    const { session, recording } = this.input;
    const made = session.blocks[call];
    const place = made === undefined ? null : placeAsked(made.toolName, readFullText(recording, made) ?? "");
    if (place === null) return null;
    this.writes ??= yield* this.indexWrites();
    const written = this.writes.get(shortenPlace(place)) ?? [];
    if (written.some((at) => at >= leftTurn && at < turn)) return null;
    const now = this.lines.of(result);
    yield;
    const lines = countShared(now, this.lines.of(block));
    if (lines < LINES_MIN || lines < now.size * SHARE_MIN) return null;
    yield;
    if (this.standsElsewhere({ block, result, turn }, now)) return null;
    const facts = session.blocks[result];
    const tokens = Math.round((((facts && countFullTokens(facts)) ?? 0) * lines) / now.size);
    const before = pairCalls(this.input.session).callOf.get(block);
    const isSamePart = before !== undefined && this.firstOf(before) === this.firstOf(call);
    return { lines, of: now.size, tokens, isSamePart };
  }

  private standsElsewhere(
    { block, result, turn }: { readonly block: number; readonly result: number; readonly turn: TurnIndex },
    now: ReadonlySet<string>,
  ): boolean {
    const beside = [...this.sources.sameAs(block), ...this.sources.sameAs(result)]
      .filter((one) => one !== block && one !== result && one < result)
      .filter((one) => this.input.index.standing.findAt(one, turn)?.mode === "full")
      .slice(-BESIDE_MAX);
    return beside.some((one) => countShared(now, this.lines.of(one)) >= now.size * SHARE_MIN);
  }

  private *indexWrites(): InSteps<ReadonlyMap<string, readonly TurnIndex[]>> {
    const acts = yield* fileActs.inSteps(this.input.recording);
    const written = acts.filter(({ writes }) => writes);
    return new Map(
      [...groupBy(written, ({ path }) => shortenPlace(path))].map(([path, own]) => [
        path,
        own.map(({ turn }) => turn),
      ]),
    );
  }
}
