import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { Reference } from "../trace/block-facts";
import type { TurnIndex } from "../units";
import { placeAsked } from "../source/source";
import type { CallPairs } from "../window/call-pairs";
import { answersNothing, isFailedResult } from "./failure";

/** Arguments are read up to here. A reference stands at their start. */
const ARGUMENT_CHARS_MAX = 20_000;
/** A shorter reference would be found in anything. */
const REFERENCE_CHARS_MIN = 4;
const FOLLOWED: ReadonlySet<string> = new Set(["path", "url", "artifact"]);

export interface FailedCall {
  readonly call: number;
  readonly result: number;
  readonly args: string;
  readonly turn: TurnIndex;
}

export class Follows {
  private calls: readonly (FailedCall & { readonly failed: boolean })[] | null = null;

  constructor(
    private readonly recording: Recording,
    private readonly pairs: CallPairs,
  ) {}

  findFailed({ kind, text }: Reference, since: TurnIndex, before: TurnIndex): FailedCall | undefined {
    if (text.length < REFERENCE_CHARS_MIN || !FOLLOWED.has(kind)) return undefined;
    this.calls ??= this.listAllCalls();
    const last = this.calls.findLast(
      ({ turn, args }) => turn >= since && turn < before && args.includes(text),
    );
    return last?.failed === true ? last : undefined;
  }

  private listAllCalls() {
    const { blocks } = this.recording.session;
    return [...this.pairs.resultOf]
      .flatMap(([call, result]) => {
        const block = blocks[call];
        if (block?.createdTurn == null) return [];
        const args = (readFullText(this.recording, block) ?? "").slice(0, ARGUMENT_CHARS_MAX);
        const isRead = placeAsked(block.toolName, args) !== null;
        const failed = (isRead ? answersNothing : isFailedResult)(this.recording, result);
        return [{ call, result, args, turn: block.createdTurn, failed }];
      })
      .sort((a, b) => a.turn - b.turn);
  }
}
