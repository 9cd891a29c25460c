import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { writeArguments, readItemsOfTools, readContentText } from "../../messages/openai";
import { ToolCalls } from "../../messages/tool-calls";
import { Transcript } from "../../sessions/transcript";
import { dropUnsaidUsage } from "../../shared/cached-input";
import { GoalMark } from "../../shared/goal-mark";
import { keepDefined } from "../../shared/values";
import type { AtifAgent, AtifReference, AtifStep } from "./records";

/**
 * The steps of one run, which may stand in several files. Results stand in the step whose calls they answer. A system
 * step that refers to sub-agents handed the work over: the next prompt stands for all that came after the first one.
 */
export class Steps {
  readonly launches = new Map<string, string>();
  private readonly transcript: Transcript;
  private readonly goal = new GoalMark();
  private readonly calls = new ToolCalls();
  private readonly tools: readonly SeenItem[];
  /** What stood before the first call, which a hand-off keeps. */
  private readonly opening: SeenItem[] = [];
  private handedOver: readonly SeenItem[] | null = null;
  private systems = 0;

  constructor(
    private readonly writer: SessionWriter,
    agent: AtifAgent,
  ) {
    this.transcript = new Transcript(writer);
    this.tools = readItemsOfTools(agent.tool_definitions);
    this.transcript.add(this.tools);
  }

  take(step: AtifStep): void {
    if (isCall(step)) this.transcript.call(this.answer(step), readFields(step), readThinking(step));
    else {
      const said = this.said(step);
      if (this.handedOver !== null && step.source === "user") {
        this.begin([...this.opening, ...this.handedOver, ...said], step);
        this.handedOver = null;
      } else this.transcript.add(said);
      if (this.writer.turn === 0) this.opening.push(...said);
    }
    this.transcript.add(this.results(step));
  }

  /** @param brought what the sub-agent that took over was told and said, as far as its trajectory is there */
  handOver(brought: readonly AtifStep[]): void {
    this.handedOver = brought.flatMap((step) => this.said(step));
  }

  /** The trajectory goes on with a copy of what stands in the window now. */
  goOn(copied: readonly AtifStep[]): void {
    this.handedOver = null;
    const items = copied.flatMap((step) => [...this.said(step), ...this.results(step)]);
    this.begin(items, copied.at(-1));
  }

  end(): void {
    this.transcript.end();
  }

  private begin(items: readonly SeenItem[], step: AtifStep | undefined): void {
    const known = new Set(this.opening.map(({ content }) => content));
    const isNew = ({ kind, content }: SeenItem) => kind === "user_message" && !known.has(content);
    const summary = items.findIndex(isNew);
    const list = items.map((item, i) =>
      i === summary ? { ...item, kind: "compaction_summary" as const } : item,
    );
    const { left, blocks } = this.transcript.replace([...this.tools, ...list]);
    if (left.length === 0) return;
    this.writer.write("context.edited", {
      at: step?.timestamp ?? null,
      turn: this.writer.turn,
      how: "compacted",
      blocks: [...left],
      ...keepDefined({ summaryBlock: blocks.find(({ kind }) => kind === "compaction_summary")?.id }),
    });
  }

  private said(step: AtifStep): SeenItem[] {
    return step.source === "agent" ? this.answer(step) : this.goal.mark(this.heard(step));
  }

  private heard(step: AtifStep): SeenItem[] {
    const { text, media } = readContentText(step.message);
    if (text === "" && media === null) return [];
    const shown = { content: text, ...(media !== null && { media }) };
    if (step.source !== "system") return [{ kind: "user_message", ...shown }];
    const slot = this.systems++ === 0 ? { slot: "system" } : {};
    return [{ kind: "system_rules", ...slot, ...shown }];
  }

  private answer(step: AtifStep): SeenItem[] {
    const { text } = readContentText(step.message);
    this.calls.beginAnswer();
    return [
      ...(text === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
      ...step.tool_calls.map((call): SeenItem => {
        const toolName = call.function_name ?? "tool";
        const toolCallId = call.tool_call_id;
        if (toolCallId !== undefined) this.calls.note(toolCallId, toolName, call.arguments);
        const content = writeArguments(call.arguments);
        return { kind: "tool_call", toolName, content, ...(toolCallId !== undefined && { toolCallId }) };
      }),
    ];
  }

  private results(step: AtifStep): SeenItem[] {
    return step.observation.results.flatMap((result): SeenItem[] => {
      const { text, media } = readContentText(result.content);
      const call = this.calls.describe(result.source_call_id);
      for (const reference of result.subagent_trajectory_ref)
        if (call.toolCallId !== undefined)
          for (const name of readNames(reference)) this.launches.set(name, call.toolCallId);
      if (text === "" && media === null && step.source !== "agent") return [];
      return [{ kind: "tool_result", content: text, ...(media !== null && { media }), ...call }];
    });
  }
}

/** The names by which a reference to a trajectory can be resolved, the surest first. */
export function readNames(reference: AtifReference): string[] {
  return [reference.trajectory_id, reference.trajectory_path, reference.session_id].flatMap(
    (name) => name ?? [],
  );
}

export function readReferences(step: AtifStep): AtifReference[] {
  return step.observation.results.flatMap((result) => result.subagent_trajectory_ref);
}

/** A step without a call, such as a command of the harness, still stands in the window. */
function isCall(step: AtifStep): boolean {
  return step.source === "agent" && step.llm_call_count !== 0 && !step.is_copied_context;
}

function readThinking(step: AtifStep): SeenItem[] {
  const text = step.reasoning_content;
  return text === undefined ? [] : [{ kind: "thinking", content: text }];
}

/** Prompt tokens include the cached ones, except from harnesses that pass on their provider's figures. */
function readFields(step: AtifStep) {
  const { prompt_tokens, completion_tokens, cached_tokens: cacheRead, cost_usd: statedCost } = step.metrics;
  const [input, output] = [prompt_tokens || undefined, completion_tokens || undefined];
  const usage = keepDefined({ input, output, cacheRead, statedCost });
  return {
    at: step.timestamp,
    windowProvenance: "inferred" as const,
    ...keepDefined({
      model: step.model_name,
      usage: input === undefined && output === undefined ? undefined : dropUnsaidUsage(usage),
    }),
  };
}
