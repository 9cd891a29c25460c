import type { Tokens, TurnIndex } from "../units";
import type { CallHistory, ServedCall } from "./call-history";
import { countKeptAfter } from "./cache-state";

/** How the input of one request was charged. The three parts add up to the request. */
export interface CacheSpend {
  readonly read: Tokens;
  readonly write: Tokens;
  readonly uncached: Tokens;
}

/** A request whose window is another one than recorded. */
export interface OtherRequest {
  /** Tokens of its blocks. */
  readonly blocks: Tokens;
  /** Where the policy's own edit begins, in the tokens of its blocks; `null` where content only followed. */
  readonly edit: Tokens | null;
  /** Entries that stand behind that edit. */
  readonly entriesBehind: number;
}

/** The later request, with the edit of both that begins first. */
function mergeEarlierEdit(before: OtherRequest | null, now: OtherRequest): OtherRequest {
  if (before?.edit == null || (now.edit !== null && now.edit <= before.edit)) return now;
  return { ...now, edit: before.edit, entriesBehind: Math.max(before.entriesBehind, now.entriesBehind) };
}

/** Anthropic looks back over this many blocks for a beginning that it holds. */
const LOOK_BACK = 20;

/** A beginning that the cache holds. `blocks` is its end in the tokens of blocks: the residual grows, and stands nowhere. */
interface Kept {
  readonly end: Tokens;
  readonly blocks: Tokens;
}

const KEEPS_MAX = 64;
/** Edits as near as this are the same edit: sizes are estimates. */
const SAME_PLACE = 2;

/**
 * What the provider would have charged for another window, by the rules that the recording shows: the same residual, the same
 * times, the same steps and lags, and the losses that no policy made. Where the windows are the same, so is the charge. Example:
 *
 *   recorded  call 1 leaves 10,000; call 2 reads 9,984 of 12,000          16 tokens of lag
 *   other     call 1 leaves 10,000; call 2 reads 9,984 of 12,000          the same window, the same charge
 *   recorded  call 3 reads 4,000 after a pause                            a loss that no policy made
 *   other     call 3 reads 4,000 of its own window, which may be shorter
 *   recorded  call 4 cleared results at 5,000 and reads 5,000             the recorded policy's loss
 *   other     call 4 cleared nothing and reads what call 3 left
 *   other     call 5 edits its window at 9,000: it reads up to the last mark before that place
 */
export class OtherWindowCache {
  #left: Kept | null = null;
  readonly #ends: Kept[] = [];
  /** The edit of calls that the record does not charge: the next call that it charges finds the window edited. */
  #waiting: OtherRequest | null = null;
  #share = 0;

  constructor(private readonly history: CallHistory) {}

  /** @returns `null` where the record does not say what the call was charged */
  request(turn: TurnIndex, otherRequest: OtherRequest): (CacheSpend & { readonly hour: Tokens }) | null {
    const call = this.history.calls.get(turn);
    if (call === undefined) {
      this.#waiting = mergeEarlierEdit(this.#waiting, otherRequest);
      return null;
    }
    const request = mergeEarlierEdit(this.#waiting, otherRequest);
    this.#waiting = null;
    const input = Math.max(0, Math.round(request.blocks + call.residual));
    const readTokens = Math.max(0, this.#readOf(call, request, input));
    const { write, uncached } = this.#writeOf(call, input, readTokens);
    if (call.write > 0) this.#share = call.hourShare;
    this.#leave(
      call,
      countKeptAfter({ input, read: readTokens, write }, call.table, this.history.isWritten),
      readTokens,
    );
    return { read: readTokens, write, uncached, hour: write * this.#share };
  }

  /** Repeats a call whose window is not known: it is the same call under every policy. */
  repeat(turn: TurnIndex): void {
    const call = this.history.calls.get(turn);
    if (call !== undefined)
      this.#leave(call, countKeptAfter(call, call.table, this.history.isWritten), call.read);
  }

  #leave({ residual }: ServedCall, end: Tokens, read: Tokens): void {
    this.#left = { end, blocks: end - residual };
    for (let last = this.#ends.at(-1); last !== undefined && last.end > read; last = this.#ends.at(-1))
      this.#ends.pop();
    this.#ends.push(this.#left);
    if (this.#ends.length > KEEPS_MAX) this.#ends.shift();
  }

  #readOf(call: ServedCall, request: OtherRequest, input: Tokens): Tokens {
    const isTooShort = input < call.table.minPrefix && input < call.input;
    if (isTooShort) return 0;
    if (call.left === null || this.#left === null) return Math.min(call.read, input);
    const { end: leftEnd, blocks } = this.#left;
    const isCut = request.edit !== null && request.edit < blocks;
    // The place is where it was in the call before, whatever the residual is now.
    const edit = isCut ? Math.max(0, leftEnd - (blocks - request.edit)) : null;
    if (call.loss === "shared") return Math.min(call.read, leftEnd, edit ?? input, input);
    if (isCut && edit !== null) return Math.min(this.#landing(call, request, edit), input);
    if (call.loss === "edited") return Math.min(leftEnd, input);
    // What the recorded call did not read had just come, and came here too.
    const fresh = call.input - call.read;
    return Math.max(
      0,
      Math.min(leftEnd - (call.left - call.read), Math.max(call.left, input - fresh), input),
    );
  }

  /** How much of the beginning before an edit is read. */
  #landing(call: ServedCall, { edit: place, entriesBehind }: OtherRequest, edit: Tokens): Tokens {
    const now = (place ?? 0) + Math.max(0, call.residual);
    if (call.edit !== null && Math.abs(call.edit - now) <= SAME_PLACE) return Math.min(call.read, now);
    if (!this.history.isWritten) return countKeptAfter({ input: edit, read: 0, write: 0 }, call.table, false);
    const ends = this.#ends.filter(({ blocks }) => blocks <= (place ?? 0)).map(({ end }) => end);
    const near = entriesBehind <= LOOK_BACK ? ends : [];
    const { marks, frontEnd } = this.history;
    return Math.max(0, ...near, ...(marks.length > 0 ? marks : [frontEnd]).filter((end) => end <= edit));
  }

  /** What is not read is written as far as the recorded call wrote: a client marks its requests in the same way. */
  #writeOf(call: ServedCall, input: Tokens, read: Tokens): Pick<CacheSpend, "write" | "uncached"> {
    const rest = input - read;
    const isMarked = call.write > 0 || (this.history.isWritten && call.uncached === 0);
    const uncached = isMarked ? Math.min(call.uncached, rest) : rest;
    return { write: rest - uncached, uncached };
  }
}
