import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import { BRANCH_RULE } from "@/lib/core/trace/branching";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import { countCommonPrefix } from "@/lib/core/common-prefix";
import type { TurnIndex } from "@/lib/core/units";
import { sizeBefore } from "../../shared/compaction-size";
import type { CallNode, CompactionNode, Node } from "./node";
import { OlderStates } from "./older-states";
import { PromptSizes } from "./prompt-sizes";
import { SessionTree } from "./session-tree";
import { UnansweredCalls } from "./unanswered-calls";
import type { PathWindow } from "./window";
import { PathWindows } from "./window";

/** What was found out about a session's runs while it was written. */
export type RunFindings = Pick<OlderStates, "inferred" | "unexplained" | "unseenTriggers">;

export function writeSession(nodes: readonly Node[], writer: SessionWriter): RunFindings {
  const session = new SessionWriting(nodes, writer);
  for (const node of nodes) session.take(node);
  session.end();
  return session.states;
}

/** A call that measured at least this share of what is predicted for the whole history was sent all of it: a prediction has an error. */
const HELD_SHARE = 0.9;

class SessionWriting {
  readonly states: OlderStates;
  private readonly tree = new SessionTree();
  private readonly sizes = new PromptSizes();
  private readonly windows = new PathWindows();
  private readonly unanswered: UnansweredCalls;
  private readonly shown = new Set<string>();
  /** Blocks that may never stand in a window, each with the turn after which it came. */
  private readonly waiting: { block: BlockStatement; turn: TurnIndex }[] = [];
  private lastCall: CallNode | null = null;
  private lastWindow: readonly BlockStatement[] = [];
  private compaction: CompactionNode | null = null;
  /** The newest one of the file, until it has taken effect. */
  private newest: CompactionNode | null = null;

  constructor(
    nodes: readonly Node[],
    private readonly writer: SessionWriter,
  ) {
    const isStated = nodes.some(({ type }) => type === "leaf");
    this.states = new OlderStates(this.tree, this.sizes, isStated);
    this.unanswered = new UnansweredCalls(this.sizes, readAnswered(nodes));
  }

  take(node: Node): void {
    if (node.type === "call") this.writeCall(node);
    else if (node.type === "leaf") this.tree.point(node);
    else {
      this.tree.add(node);
      if (node.type === "compaction") this.newest = node;
      this.states.note(node);
      for (const block of node.blocks) this.waiting.push({ block, turn: this.writer.turn - 1 });
    }
  }

  end(): void {
    const path = this.tree.pathTo(this.tree.end);
    for (const { block, turn } of this.waiting)
      if (!this.shown.has(block.id))
        this.writer.write("block.recorded", { at: null, ...(turn >= 0 && { turn }), block });
    this.writeEdit(path, this.windows.at(path, this.unanswered.left));
  }

  private writeCall(call: CallNode): void {
    this.tree.goOnFrom(call.parent);
    const { unrecorded, inferred } = this.states.open(call);
    const path = this.tree.pathTo(this.tree.end);
    this.unanswered.decide(call, path);
    const { left } = this.unanswered;
    const shown = this.windows.at(path, left, this.heldBack(call, path));
    const window = shown.blocks;
    this.sizes.take(call, path, left, unrecorded);
    this.writeEdit(path, shown);
    const fresh = window.slice(countCommonPrefix(this.lastWindow, window));
    for (const { id } of [...fresh, ...call.blocks]) this.shown.add(id);
    this.writer.writeTurn({
      at: call.at,
      ...call.fields,
      window,
      output: [...call.blocks],
      ...(inferred && { windowProvenance: "inferred" as const }),
    });
    this.tree.add(call);
    this.unanswered.note(call);
    this.lastCall = call;
    this.lastWindow = window;
  }

  /**
   * The record of a compaction can stand before calls that were still sent everything: the fall of the total says when it takes
   * effect. A window that was compacted and has grown by as much again is smaller than what the whole history predicts.
   */
  private heldBack(call: CallNode, path: readonly Node[]): CompactionNode | null {
    const { newest } = this;
    if (newest === null || newest === this.compaction) return null;
    const was = this.lastCall?.fields.usage?.input ?? 0;
    const now = call.fields.usage?.input ?? 0;
    if (was === 0 || now < was || !path.includes(newest)) {
      this.newest = null;
      return null;
    }
    const whole = this.sizes.predict(
      path.filter((node) => node !== newest),
      this.unanswered.left,
    );
    const isHeld = whole !== null && now >= whole.tokens * HELD_SHARE;
    if (!isHeld) this.newest = null;
    return isHeld ? newest : null;
  }

  private writeEdit(path: readonly Node[], { blocks: window, compaction }: PathWindow): void {
    const isLeft = this.lastCall !== null && !path.includes(this.lastCall);
    const onlyGrew = countCommonPrefix(this.lastWindow, window) === this.lastWindow.length;
    if (compaction === this.compaction && onlyGrew && !isLeft) return;
    const stays = new Set(window.map(({ id }) => id));
    const isGone = ({ id }: BlockStatement) => !stays.has(id);
    const removed = this.lastWindow.filter(isGone).map(({ id }) => id);
    const { turn } = this.writer;
    if (compaction !== null && compaction !== this.compaction) {
      this.writer.write("context.edited", {
        at: compaction.at,
        turn,
        how: "compacted",
        blocks: removed,
        ...(compaction.fromHook && { trigger: "hook" }),
        ...sizeBefore(compaction.tokensBefore, this.lastCall?.fields.usage?.input ?? undefined),
        summaryBlock: compaction.blocks[0]?.id ?? compaction.key,
      });
    } else if (isLeft) {
      const unsent = this.lastCall?.blocks.filter(isGone).map(({ id }) => id) ?? [];
      this.writeBranch([...removed, ...unsent]);
    } else this.writeLeft(removed.filter((id) => this.unanswered.left.has(id)));
    this.compaction = compaction;
  }

  /**
   * Writes what left with a change of branch. It includes what the last call wrote and no window held yet, so that the record says
   * why the next window lacks it.
   */
  private writeBranch(blocks: readonly string[]): void {
    if (blocks.length === 0) return;
    this.writer.write("context.edited", {
      at: null,
      turn: this.writer.turn,
      how: "removed",
      blocks: [...blocks],
      rule: BRANCH_RULE,
      reason: "The session went on from an earlier record: what came after that is on another branch.",
    });
  }

  private writeLeft(blocks: readonly string[]): void {
    if (blocks.length === 0) return;
    this.writer.write("context.edited", {
      at: null,
      turn: this.writer.turn,
      how: "removed",
      blocks: [...blocks],
      rule: "cut_off_reply",
      reason: "The reply was cut off: by the size of this call, the harness did not send it again.",
    });
  }
}

function readAnswered(nodes: readonly Node[]): Set<string> {
  const results = nodes.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === "tool_result"));
  return new Set(results.flatMap(({ toolCallId }) => toolCallId ?? []));
}
