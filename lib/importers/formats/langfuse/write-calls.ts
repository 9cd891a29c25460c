import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { TextCallTracker } from "../../messages/text-calls/text-call-tracker";
import { findId, nameIn } from "../../shared/bounds";
import { GoalMark } from "../../shared/goal-mark";
import { keepDefined, stringOf } from "../../shared/values";
import type { Input } from "./content";
import { findLangfuseInput, readLangfuseOutput } from "./content";
import type { Observation } from "./observations";
import type { LangfuseToolRun } from "./tool-runs";
import { listAsSent, runOf } from "./tool-runs";
import type { SessionUsage } from "./usage";

/**
 * A generation that shows its messages has them as its window. Otherwise it continued the call before it: its
 * window is inferred from that call's window, its answer, and the tools that ran since.
 */
export class LangfuseCalls {
  private readonly tracker = new TextCallTracker();
  private readonly goal = new GoalMark();
  private open: SeenItem[] = [];
  private readonly toolNames = new Map<string, string>();
  private answered: LangfuseToolRun[] = [];
  private standing: BlockStatement[] = [];
  /** The window of the call before. */
  private asked: readonly BlockStatement[] = [];
  /** The measured size of that window. */
  private measured: Tokens | null = null;
  private ahead: { readonly call: Observation; readonly input: Input | null } | null = null;

  constructor(
    private readonly writer: SessionWriter,
    private readonly usage: SessionUsage,
  ) {}

  write(call: Observation, runs: readonly LangfuseToolRun[], next: Observation | undefined): void {
    const input = this.ahead?.call === call ? this.ahead.input : findLangfuseInput(call);
    this.ahead = next === undefined ? null : { call: next, input: findLangfuseInput(next) };
    const isWhole = input !== null && !input.isMore && !this.isPartial(call, input);
    const window = isWhole ? this.tracker.request(this.goal.mark(input.items)) : this.goOn(call, input);
    this.see(window);
    const said = readLangfuseOutput(call);
    const isNextShown = this.ahead?.input?.isMore === false;
    const items = [...said, ...(isNextShown ? [] : this.unstatedCalls(said, runs))];
    const asked = items.filter(({ kind }) => kind === "tool_call");
    for (const { toolCallId, toolName } of asked)
      if (toolCallId !== undefined && toolName !== undefined) this.toolNames.set(toolCallId, toolName);
    this.open.push(...asked);
    for (const run of listAsSent(runs, this.riseBetween(call, next))) this.note(run);
    const output = this.tracker.answer(items);
    this.standing = [...window, ...output];
    const { raw } = call;
    this.asked = window;
    this.measured = this.usage.of(raw)?.input ?? null;
    const isFailed = raw.level === "ERROR";
    this.writer.writeTurn({
      at: call.at || null,
      window,
      output,
      ...keepDefined({
        turnId: findId(call.id),
        endedAt: call.endedAt || undefined,
        model: raw.model,
        usage: this.usage.of(raw),
        error: isFailed ? (nameIn(stringOf(raw.statusMessage)) ?? "failed") : undefined,
        windowProvenance: isWhole ? undefined : ("inferred" as const),
      }),
    });
  }

  end(): void {
    const turn = Math.max(0, this.writer.turn - 1);
    for (const block of this.tracker.answer(this.answered.map(({ result }) => result)))
      this.writer.write("block.recorded", { at: null, turn, block });
  }

  private goOn(call: Observation, shown: Input | null): BlockStatement[] {
    const ready = this.answered.filter(({ endedAt }) => endedAt <= call.at);
    const more = shown?.items.filter((item) => !this.standing.some((block) => isSame(block, item)));
    const added = more?.map((item) => this.named(item)) ?? ready.map(({ result }) => result);
    return [...this.standing, ...this.tracker.answer(added)];
  }

  /**
   * A provider that holds the conversation is sent only what is new: the list begins with the answer before or its results,
   * has nothing from before that, and is measured with no less than the call before. It is no window.
   */
  private isPartial({ raw }: Observation, { items: [first, ...rest] }: Input): boolean {
    if (first === undefined || this.asked.length === 0 || !ANSWERED.has(first.kind)) return false;
    if ([first, ...rest].some((item) => this.asked.some((block) => isSame(block, item)))) return false;
    const [was, is] = [this.measured, this.usage.of(raw)?.input ?? null];
    return was !== null && is !== null && is >= was;
  }

  private named(item: SeenItem): SeenItem {
    const toolName = this.toolNames.get(item.toolCallId ?? "");
    return toolName === undefined ? item : { ...item, toolName };
  }

  private see(window: readonly BlockStatement[]): void {
    const results = window.filter(({ kind }) => kind === "tool_result");
    const seen = new Set(results.map(({ toolCallId }) => toolCallId));
    this.answered = this.answered.filter(({ result }) => !seen.has(result.toolCallId));
  }

  private note(run: LangfuseToolRun): void {
    const matched = runOf(this.open, run);
    this.answered.push(matched ?? run);
    if (matched !== null) this.open = this.open.filter((call) => call !== matched.call);
  }

  private unstatedCalls(said: readonly SeenItem[], runs: readonly LangfuseToolRun[]): SeenItem[] {
    if (said.some(({ kind }) => kind === "tool_call")) return [];
    return runs.filter((run) => runOf(this.open, run) === null).map(({ call }) => call);
  }

  private riseBetween(call: Observation, next: Observation | undefined): Tokens | null {
    const [before, after] = [
      this.usage.of(call.raw),
      next === undefined ? undefined : this.usage.of(next.raw),
    ];
    if (before?.input == null || after?.input == null) return null;
    return after.input - before.input - (before.output ?? 0);
  }
}

const ANSWERED: ReadonlySet<SeenItem["kind"]> = new Set(["assistant_text", "tool_call", "tool_result"]);

function isSame(block: BlockStatement, { kind, toolCallId, content }: SeenItem): boolean {
  if (block.kind !== kind) return false;
  return toolCallId === undefined ? block.content === content : block.toolCallId === toolCallId;
}
