import { makeOnce, OncePerKey } from "@/lib/core/once";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { GoalMark } from "../shared/goal-mark";
import type { Call } from "./calls";
import type { Rebuilt } from "./rebuild-window";
import type { OtelMessage } from "./spans/facts";
import { listMessageItems } from "./spans/messages";
import type { ToolRuns } from "./tool-runs";

/** What the requests of a lineage hold, said alike in all of them. What a request repeats are the same objects. */
export class RequestItems {
  private readonly goal = new GoalMark();
  private readonly instructions = new Map<string, SeenItem>();
  /** Ids that were given here to calls to which the provider gave none, by the client's own id of the call. */
  private readonly givenIds = new Map<string, string>();
  private readonly renamed = new OncePerKey<SeenItem, SeenItem>();
  /** Calls of the newest answer that got an id here. */
  private unnamed: readonly SeenItem[] = [];

  /** @param isSeen whether a window showed a call */
  constructor(
    private readonly aside: {
      readonly runs: Pick<ToolRuns, "failed">;
      readonly memories: ReadonlySet<string>;
    },
    private readonly isSeen: (kind: string, callId: string) => boolean,
  ) {}

  noteAnswer({ answer = [], givenIds }: Call): void {
    const ids = new Set(givenIds);
    this.unnamed = answer.filter(({ toolCallId }) => ids.has(toolCallId ?? ""));
  }

  of({ frame, body }: Rebuilt): SeenItem[] {
    const { runs, memories } = this.aside;
    let system = 0;
    const items = [...frame, ...this.restoreGivenIds(body)].map((raw): SeenItem => {
      const item = sealItem(raw);
      if (item.kind === "system_rules") return this.makeInstruction(item, system++);
      if (item.kind === "tool_result" && runs.failed.has(item.toolCallId ?? "")) return failed(item);
      const isRemembered =
        memories.size > 0 && item.kind === "user_message" && memories.has(item.content.trim());
      return isRemembered ? remembered(item) : item;
    });
    return this.goal.mark(items);
  }

  /**
   * A client may give ids of its own to calls that came without one, and sends them so from then on. They are the calls of
   * the answer by their place in it: the same tool, in the first message with calls that no window showed.
   */
  private restoreGivenIds(body: readonly OtelMessage[]): SeenItem[] {
    const { unnamed } = this;
    this.unnamed = [];
    const isNew = ({ kind, toolCallId = "" }: SeenItem) =>
      kind === "tool_call" && !this.givenIds.has(toolCallId) && !this.isSeen(kind, toolCallId);
    const sentMessage = unnamed.length === 0 ? undefined : body.find(({ items }) => items.some(isNew));
    sentMessage?.items.filter(isNew).forEach(({ toolName, toolCallId = "" }, i) => {
      const { toolCallId: ownId, toolName: tool } = unnamed[i] ?? {};
      if (ownId !== undefined && tool === toolName) this.givenIds.set(toolCallId, ownId);
    });
    const items = listMessageItems(body);
    if (this.givenIds.size === 0) return items;
    return items.map((item) => {
      const id = this.givenIds.get(item.toolCallId ?? "");
      return id === undefined ? item : this.renamed.get(item, id, () => ({ ...item, toolCallId: id }));
    });
  }

  private makeInstruction(item: SeenItem, index: number): SeenItem {
    const slot = index === 0 ? "system" : `system:${index + 1}`;
    const before = this.instructions.get(slot);
    if (before?.content === item.content) return before;
    const slotted = { ...item, slot };
    this.instructions.set(slot, slotted);
    return slotted;
  }
}

const failed = makeOnce((item: SeenItem): SeenItem => ({ ...item, isError: true }));
const remembered = makeOnce((item: SeenItem): SeenItem => ({ ...item, kind: "memory" }));
const withoutContent = makeOnce((item: SeenItem): SeenItem => ({ ...item, completeness: "metadata_only" }));

/** Thinking with only a signature has no content to count. */
export function sealItem(item: SeenItem): SeenItem {
  return item.kind === "thinking" && item.content === "" ? withoutContent(item) : item;
}
