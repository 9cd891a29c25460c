import { nameRun, readAttempted } from "../source/attempted";
import { makeCallKey } from "../source/call-key";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { Block } from "../trace/session";
import type { CallPairs } from "../window/call-pairs";
import { pairCalls } from "../window/call-pairs";
import type { ClaimOf } from "./claim";
import { joinErrorWords } from "./error-words";
import { readError, readMissingPlace } from "./read-error";
import { isToldFailed } from "./failed";
import { normaliseOwnLines } from "./own-text";
import { countShared, listOwnLines } from "./shared-lines";

/** Claims that the texts of two blocks decide, or the record of one, wherever these stand. */
type OfTexts = ClaimOf<
  "equal" | "same-arguments" | "same-error" | "same-missing" | "failed" | "same-attempt" | "shares-lines"
>;

/** Decides what is stated of blocks by themselves. `null` where the source does not give their texts. */
export class TextClaims {
  private readonly keys = new Map<number, string>();
  private readonly own = new Map<number, string | null>();
  private calls: CallPairs | null = null;

  constructor(
    private readonly recording: Recording,
    private readonly numbers: ReadonlyMap<string, number>,
  ) {}

  check(claim: OfTexts): boolean | null {
    switch (claim.is) {
      case "equal":
        return this.areSame(claim.blocks, (id) => this.readOwnText(id));
      case "same-arguments":
        return this.areSame(claim.blocks, (id) => this.makeKey(id));
      case "same-error":
        return this.areSame(claim.blocks, (id) => this.readErrorOf(id));
      case "same-missing":
        return this.areSame(claim.blocks, (id) => this.readMissingOf(id));
      case "same-attempt":
        return this.areSame(claim.blocks, (id) => this.nameAttemptOf(id));
      case "failed": {
        this.calls ??= pairCalls(this.recording.session);
        const number = this.numbers.get(claim.block);
        return number === undefined ? null : isToldFailed(this.recording, this.calls, number);
      }
      case "shares-lines": {
        const [text, otherText] = claim.blocks.map((id) => this.readText(id));
        if (text == null || otherText == null) return null;
        return countShared(listOwnLines(text), listOwnLines(otherText)) >= claim.n;
      }
    }
  }

  /** What is equal for calls of one tool with equal arguments. */
  makeKey(block: string): string | null {
    const number = this.numbers.get(block);
    return number === undefined ? null : this.makeKeyOfNumber(number);
  }

  makeKeyOfNumber(number: number): string | null {
    const cached = this.keys.get(number);
    if (cached !== undefined) return cached;
    const block = this.recording.session.blocks[number];
    const args = block === undefined ? null : readFullText(this.recording, block);
    if (block === undefined || args === null) return null;
    const key = makeCallKey(block.toolName, args);
    this.keys.set(number, key);
    return key;
  }

  private areSame([a, b]: readonly [string, string], read: (id: string) => string | null): boolean | null {
    const [text, otherText] = [read(a), read(b)];
    return text === null || otherText === null ? null : text === otherText;
  }

  private getFacts(block: string): Block | undefined {
    return this.recording.session.blocks[this.numbers.get(block) ?? -1];
  }

  private readText(block: string): string | null {
    const facts = this.getFacts(block);
    return facts === undefined ? null : readFullText(this.recording, facts);
  }

  private readOwnText(block: string): string | null {
    const number = this.numbers.get(block) ?? -1;
    let cached = this.own.get(number);
    if (cached === undefined) {
      const text = this.readText(block);
      this.own.set(number, (cached = text === null ? null : normaliseOwnLines(text)));
    }
    return cached;
  }

  private readErrorOf(block: string): string | null {
    this.calls ??= pairCalls(this.recording.session);
    const words = readError(this.recording, this.calls, this.numbers.get(block) ?? -1);
    return words === null ? null : joinErrorWords(words);
  }

  private readMissingOf(block: string): string | null {
    this.calls ??= pairCalls(this.recording.session);
    return readMissingPlace(this.recording, this.calls, this.numbers.get(block) ?? -1);
  }

  private nameAttemptOf(block: string): string | null {
    const facts = this.getFacts(block);
    const args = facts?.kind === "tool_call" ? this.readText(block) : null;
    return facts === undefined || args === null
      ? null
      : (readAttempted(facts.toolName, args)?.key ?? nameRun(facts.toolName, args));
  }
}
