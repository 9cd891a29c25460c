import type { CallNode, Node } from "./node";
import { goesOn, yields } from "./node";
import type { PromptSizes } from "./prompt-sizes";
import type { SessionTree } from "./session-tree";

/** Tokens of a completion notice without the result that it brings: what its frame alone takes up, at the least. */
const NOTICE_TOKENS_MIN = 200;
/** How far a prediction may lie above a total before it counts as refuted: time stamps and the error of the estimate. */
const TOLERANCE_TOKENS = 100;

/** A stretch in which the session waits for agents that it started. */
interface Wait {
  /** Where the runs that yielded since it began left the branch, oldest first. */
  readonly yields: string[];
  /** The end of the branch without the runs beside it, once a total has shown that there are any. */
  line: string | null;
}

/**
 * Finds out which state of the session each run started from.
 *
 * While a session waits for its agents (`sessions_yield`), the notice of each agent that is done starts a run. Several
 * of them start from the state in which the session began to wait and see nothing of each other, yet the file links all
 * of their records into one chain. Newer files say so with a `leaf` record behind each such run, and then nothing needs
 * to be found out. In older ones the totals are the evidence: with the model unchanged and no compaction, a prompt cannot
 * be smaller than the last one on its chain with all that was appended. Where it is, and a state at which the session
 * yielded fits, that is where the run started; the runs that only a notice started then lie beside the branch, while
 * those that a recorded message started continue it. Where no state fits, the chain is kept.
 */
export class OlderStates {
  /** Calls whose window is not that of the chain on disk. */
  inferred = 0;
  /** Calls that are smaller than their chain and for which no earlier state accounts either. */
  unexplained = 0;
  /** Runs that something started which is not in the file. */
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
    /** The file has `leaf` records: what it says is taken as it is. */
    private readonly isStated: boolean,
  ) {}

  /** Takes in a record that is not a call, after it was added to the tree. */
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
   * Puts the end of the branch where the next call's run started. To be called before the call is added to the tree.
   * @returns whether the call was sent something unrecorded, and whether its window is inferred
   */
  open(call: CallNode): { unrecorded: boolean; inferred: boolean } {
    const begins = this.lastCall !== null && !goesOn(this.lastCall);
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
    return stopReason === "stop" || (this.lastCall !== null && yields(this.lastCall));
  }

  private noteYield(): void {
    if (this.lastCall === null || !yields(this.lastCall) || this.runEnd === null || this.runIsBeside) return;
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
