import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { GeminiContents } from "../../messages/gemini";
import { ToolCalls } from "../../messages/tool-calls";
import { Transcript } from "../../sessions/transcript";
import type { Loose } from "../../shared/values";
import { MaskedResults } from "./masked-results";
import { GeminiPlans } from "./plans";
import { isSnapshot } from "./snapshot";

/** The harness writes this in the model's name behind a context or a snapshot. No call was made for it. */
const ACKNOWLEDGEMENT = /^\s*Got it\. Thanks for the (?:additional )?context[!.]?\s*$/;
const SESSION_CONTEXT = /^\s*(?:<session_context>|This is the Gemini CLI\.)/;

export class GeminiHistory {
  private readonly contents = new GeminiContents(new ToolCalls());
  private readonly masks = new MaskedResults();
  private readonly transcript: Transcript;
  private readonly plans: GeminiPlans;
  private hasGoal = false;

  constructor(private readonly writer: SessionWriter) {
    this.transcript = new Transcript(writer, (blocks) => {
      const window = this.masks.window(blocks);
      this.reportMasks();
      return window;
    });
    this.plans = new GeminiPlans(writer);
  }

  take(content: Loose): void {
    const items = this.contents.items(content);
    if (content.role !== "model") this.takeUser(items);
    else if (items.length > 0 && items.every(isAcknowledgement)) this.transcript.add(items);
    else this.takeAnswer(items);
  }

  end(): void {
    this.transcript.end();
  }

  private takeUser(items: readonly SeenItem[]): void {
    for (const item of items) {
      const [block] = this.transcript.add([this.named(item)]);
      if (block?.kind !== "compaction_summary") continue;
      const place = { turn: this.writer.turn, at: null };
      this.writer.write("context.edited", { ...place, how: "compacted", summaryBlock: block.id });
      this.plans.snapshot({ ...place, block: block.id }, item.content);
    }
  }

  private named(item: SeenItem): SeenItem {
    if (item.kind !== "user_message") return item;
    if (isSnapshot(item.content)) return { ...item, kind: "compaction_summary" };
    if (SESSION_CONTEXT.test(item.content))
      return { ...item, kind: "attachment", label: "Session context", slot: "session_context" };
    if (this.hasGoal) return item;
    this.hasGoal = true;
    return { ...item, kind: "user_goal" };
  }

  private takeAnswer(items: readonly SeenItem[]): void {
    const { turn, output } = this.transcript.call(items, { at: null, windowProvenance: "inferred" });
    this.plans.answer({ turn, at: null }, output);
  }

  private reportMasks(): void {
    for (const { id, path } of this.masks.fresh)
      this.writer.write("context.edited", {
        at: null,
        turn: this.writer.turn,
        how: "cleared",
        blocks: [id],
        rule: "tool_output_masked",
        reason: "The result was put into a file; its beginning, its end and the path stay in the window.",
        reference: { kind: "path", text: path, restorable: true },
      });
  }
}

function isAcknowledgement({ kind, content }: SeenItem): boolean {
  return kind === "assistant_text" && ACKNOWLEDGEMENT.test(content);
}
