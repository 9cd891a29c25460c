import type { CallNode, Node } from "./node";
import { isCalledAgain, isYield } from "./node";
import type { PromptSizes } from "./prompt-sizes";
import type { SessionTree } from "./session-tree";

const NOTICE_TOKENS_MIN = 200;
/**
 * A prediction is refuted only if it exceeds the total by more: time stamps, and the error of the estimate.
 */
const TOLERANCE_TOKENS = 100;

interface Wait {
  readonly yields: string[];
  /** The end of the branch without the runs beside it, once a total has shown that there are any. */
  line: string | null;
}

/**
 * Finds the state of the session in which each run started. While a session waits for its agents
 * (`sessions_yield`), the notice of each finished agent starts a run. Several runs start from the state in
 * which the session began to wait and do not see each other, but the file links all of their records into one
 * chain. In newer files a `leaf` record behind each such run says so, and nothing has to be found out. In
 * older files the totals are the evidence: with the same model and without a compaction, a prompt cannot be
 * smaller than the last one on its chain plus what was appended. If it is smaller, and a state at which the
 * session yielded fits, the run started there. Runs that only a notice started then lie beside the branch;
 * runs that a recorded message started continue it. If no state fits, the chain is kept.
 */
export class OlderStates {
  inferred = 0;
  /** Calls that are smaller than their chain, although no earlier state fits either. */
  unexplained = 0;
  unseenTriggers = 0;
  private lastCall: CallNode | null = null;
  private runEnd: string | null = null;
  private triggers: Node[] = [];
  private wait: Wait | null = null;
  private runIsSeen = true;
  private runIsBeside = false;
  private isDiverged = false;

  constructor(
    private readonly tree: SessionTree,
    private readonly sizes: PromptSizes,
    private readonly isStated: boolean,
  ) {}

  note(node: Node): void {
    if (node.type === "compaction") {
      this.wait = null;
      this.isDiverged = false;
      this.runEnd = node.key;
      this.triggers = [];
    } else if (node.type === "plain" && node.endsRun) {
      this.runEnd = node.key;
      this.triggers = [];
    } else if (node.blocks.length > 0) this.triggers.push(node);
  }

  /**
   * Moves the end of the branch to where the next call's run started. Must be called before the call is added
   * to the tree.
   * @returns whether the call was sent something unrecorded, and whether its window is inferred
   */
  open(call: CallNode): { unrecorded: boolean; inferred: boolean } {
    const begins = this.lastCall !== null && !isCalledAgain(this.lastCall);
    if (begins) this.beginRun(call);
    const unrecorded = begins && !this.runIsSeen;
    if (unrecorded) this.unseenTriggers++;
    if (this.isDiverged) this.inferred++;
    this.lastCall = call;
    this.runEnd = call.key;
    this.triggers = [];
    return { unrecorded, inferred: this.isDiverged };
  }

  private beginRun(call: CallNode): void {
    this.noteYield();
    const isNotice = this.triggers.length === 0 && this.wait !== null && this.endedByItself();
    if (this.wait !== null && !this.isStated) this.place(call, isNotice, this.wait);
    this.runIsSeen = !isNotice;
    this.runIsBeside = isNotice && this.wait?.line != null;
  }

  private endedByItself(): boolean {
    const { stopReason } = this.lastCall?.fields ?? {};
    return stopReason === "stop" || (this.lastCall !== null && isYield(this.lastCall));
  }

  private noteYield(): void {
    if (this.lastCall === null || !isYield(this.lastCall) || this.runEnd === null || this.runIsBeside) return;
    if (this.runIsSeen || this.wait === null) this.wait = { yields: [this.runEnd], line: null };
    else this.wait.yields.push(this.runEnd);
  }

  private place(call: CallNode, isNotice: boolean, wait: Wait): void {
    if (wait.line === null) {
      if (!this.isRefuted(call, this.tree.end, [], isNotice)) return;
      wait.line = wait.yields.findLast((end) => !this.isRefuted(call, end, this.triggers, isNotice)) ?? null;
      if (wait.line === null) {
        this.unexplained++;
        return;
      }
      this.isDiverged = true;
    } else if (!this.runIsBeside) wait.line = this.runEnd;
    const first = this.triggers[0];
    if (first === undefined) this.tree.rewind(wait.line);
    else this.tree.attach(first.key, wait.line);
  }

  private isRefuted(call: CallNode, end: string | null, then: readonly Node[], isNotice: boolean): boolean {
    const total = call.fields.usage?.input ?? null;
    const predicted = this.sizes.predict([...this.tree.pathTo(end), ...then], NOTHING);
    if (total === null || predicted === null || predicted.model !== call.fields.model) return false;
    return predicted.tokens + (isNotice ? NOTICE_TOKENS_MIN : 0) > total + TOLERANCE_TOKENS;
  }
}

const NOTHING: ReadonlySet<string> = new Set();
