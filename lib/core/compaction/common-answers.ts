import { splitLines } from "../evidence/fetched-again";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { CallPairs } from "../window/call-pairs";

const ACKNOWLEDGED_LINES_MAX = 3;

/** Tells short answers that a tool gives to whatever is asked, such as "saved". They bring nothing back. */
export class CommonAnswers {
  private readonly asked = new Map<string, Set<string | null>>();

  constructor(
    private readonly recording: Recording,
    private readonly calls: CallPairs,
  ) {
    for (const [result, call] of calls.callOf) {
      const key = this.makeKey(result);
      const hash = this.getHash(call);
      const existing = this.asked.get(key);
      if (existing === undefined) this.asked.set(key, new Set([hash]));
      else existing.add(hash);
    }
  }

  isOfCourse(result: number): boolean {
    const block = this.recording.session.blocks[result];
    const text = block === undefined ? null : readFullText(this.recording, block);
    if (text === null || splitLines(text).length > ACKNOWLEDGED_LINES_MAX) return false;
    return (this.asked.get(this.makeKey(result))?.size ?? 0) > 1;
  }

  private makeKey(result: number): string {
    return `${this.recording.session.blocks[result]?.toolName} ${this.getHash(result)}`;
  }

  private getHash(no: number): string | null {
    const block = this.recording.session.blocks[no];
    return block?.versions[block.full]?.hash ?? null;
  }
}
