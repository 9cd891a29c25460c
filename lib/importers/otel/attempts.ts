import { assertInOrder } from "./belongs-earlier";
import type { Call } from "./calls";
import { compareByTime } from "./lineages";
import { convertToInstant } from "./instant";

/** Failed requests of one thread that may still come again. */
const OPEN_MAX = 20;
const ATTEMPTS_MAX = 100;

/** Makes one call of a request that failed without an answer and was sent again unchanged. */
export class RepeatedAttempts {
  private open: Call[] = [];

  /**
   * @param calls in the order in which they were made
   * @throws BelongsEarlier when a call repeats one that was given out before
   */
  join(calls: readonly Call[]): Call[] {
    const ids = new Set(this.open);
    const joinedCalls: Call[] = [];
    for (const call of calls) {
      const at = this.open.findIndex((failed) => isSameRequest(failed, call));
      const before = this.open[at];
      assertInOrder(before === undefined || !ids.has(before));
      const whole = before === undefined ? call : joinAttempts(before, call);
      if (before !== undefined) {
        joinedCalls.splice(joinedCalls.indexOf(before), 1);
        this.open.splice(at, 1);
      }
      joinedCalls.push(whole);
      if (isFailed(whole)) this.open = [...this.open, whole].slice(-OPEN_MAX);
    }
    return joinedCalls.sort(compareByTime);
  }
}

function isFailed({ error, answer, messages, side }: Call): boolean {
  return error !== undefined && (answer ?? []).length === 0 && messages !== undefined && side === undefined;
}

function isSameRequest(a: Call, b: Call): boolean {
  if (a.messages?.length !== b.messages?.length || a.previousId !== b.previousId || b.side !== undefined)
    return false;
  return writeSaid(a) === writeSaid(b);
}

function writeSaid({ messages, system, tools }: Call): string {
  return JSON.stringify([messages?.map(({ role, items }) => [role, items]), system, tools]);
}

function joinAttempts(failed: Call, again: Call): Call {
  const { attempts = [], at, endedAt, error = "" } = failed;
  const attempt = { at: formatTime(at), endedAt: formatTime(endedAt), error };
  return {
    ...again,
    key: failed.key,
    at: failed.at,
    sequence: failed.sequence,
    parts: [...failed.parts, ...again.parts],
    attempts: [...attempts, attempt].slice(-ATTEMPTS_MAX),
  };
}

function formatTime(at: number): string | null {
  const time = convertToInstant(at);
  return time === null ? null : new Date(time).toISOString();
}
