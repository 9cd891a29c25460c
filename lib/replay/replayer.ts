import { at } from "@/lib/core/assert";
import type { PolicyRequest, ReportedUsage, StepResult } from "@/lib/policies/contract/policy";
import { PolicyRun } from "@/lib/policies/run";
import type { Change } from "@/lib/policies/contract/projection";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { Tokens } from "@/lib/core/units";
import { ReplayFigures } from "./replay-figures";
import { FixedPart } from "./windows/fixed-part";
import { writeRemarks, writeReports } from "./replay-decisions";
import { makeReplayId, ReplayWriter } from "./replay-writer";
import type { Replay, ReplaySetup } from "./setup";
import { Sizes } from "./windows/sizes";
import type { ReplaySource, SourceTurn } from "./windows/source";
import { ProjectedWindow } from "./windows/projected-window";
import type { WindowEdit } from "./windows/window-edit";
import { listReplayNotes } from "./wording";

/**
 * Replays a recording under a policy, one turn at a time, so that a caller can report progress or stop. The policy gets
 * what its vendor's implementation would get: the history so far, the recording's clock, the current window and budget,
 * and usage. The usage is what the previous replayed window would have measured: its blocks at their calibrated sizes
 * plus the part that the recording does not show, and the recorded output. A turn costs what is new in it and what the
 * policy changed.
 */
export class Replayer {
  readonly #source: ReplaySource;
  readonly #setup: ReplaySetup;
  readonly #sizes: Sizes;
  readonly #run: PolicyRun;
  readonly #window: ProjectedWindow;
  readonly #frame: FixedPart;
  readonly #writer: ReplayWriter;
  readonly #accounts: ReplayFigures;
  readonly #notes: string[];
  #pending: Change[] = [];
  #usage: ReportedUsage | null = null;
  #usageUpTo: number | null = null;
  #isEdited = false;
  #done = 0;

  constructor(source: ReplaySource, setup: ReplaySetup) {
    const { policy } = setup;
    this.#source = source;
    this.#setup = setup;
    this.#sizes = new Sizes(source);
    this.#run = new PolicyRun(policy, {
      options: setup.options ?? {},
      countTokens: this.#sizes.count,
      countMessage: this.#sizes.countMessage,
    });
    this.#window = new ProjectedWindow(source, this.#sizes, this.#run.shown);
    this.#frame = new FixedPart(source);
    this.#accounts = new ReplayFigures(source, setup);
    this.#writer = new ReplayWriter(source, setup.id ?? replayId(source, setup));
    this.#notes = [...listReplayNotes(source, policy), ...(setup.notes ?? [])];
    this.#writer.start({ ...policy, options: setup.options }, this.#notes);
  }

  get progress(): { readonly done: number; readonly of: number } {
    return { done: this.#done, of: this.#source.turns.length };
  }

  next(): boolean {
    const turn = this.#source.turns[this.#done];
    if (turn === undefined) return false;
    this.#done++;
    this.#replay(turn);
    return true;
  }

  finish(): Replay {
    while (this.next());
    this.#writer.finish();
    const { policy, options } = this.#setup;
    const recording = this.#writer.fold();
    return {
      policy: { kind: policy.kind, version: policy.version, title: policy.title, options: options ?? {} },
      recording,
      session: recording.session,
      ledger: this.#accounts.ledger,
      series: this.#accounts.series,
      price: this.#accounts.price,
      summaryPrice: this.#accounts.summaryPrice,
      events: this.#writer.events,
      lastWindow: this.#run.shown.messages(),
      notes: this.#notes,
    };
  }

  #replay(source: SourceTurn): void {
    const { turn, upTo } = source;
    const from = this.#run.history.length;
    const messages = this.#source.messages.slice(from, upTo);
    this.#run.append(messages.map(({ message }) => message));
    this.#followHarness(source);
    const ofHarness = this.#run.shown.changes.length;
    this.#frame.advance(source);
    const result = this.#step(source);
    this.#pending.push(...result.changes);
    this.#isEdited ||= result.changes.length > ofHarness;
    if (!turn.window.known) this.#accounts.pass(turn);
    if (turn.window.known) this.#show(source, result);
    else this.#writer.turn(turn, { ...INFERRED, window: undefined, output: this.#outputOf(source) });
    this.#usageUpTo = upTo;
  }

  #followHarness({ withdrawn, restored }: SourceTurn): void {
    const makeRange = (status: "removed" | "kept") => (index: number) =>
      ({ status, from: index, to: index + 1 }) as const;
    this.#run.shown.apply([...withdrawn.map(makeRange("removed")), ...restored.map(makeRange("kept"))]);
  }

  /** One request. If the provider would have refused it as too long, also a second one. */
  #step(source: SourceTurn): StepResult {
    const request = this.#requestOf(source);
    const result = this.#run.step(request);
    const limit = request.contextWindow;
    const recorded = source.turn.window.tokens.value;
    const tokens = this.#frame.tokens + this.#run.shown.tokens;
    if (limit === null || tokens <= limit || (recorded ?? 0) > limit) return result;
    const again = this.#run.step({ ...request, overflow: true });
    return joinSteps(
      result,
      again,
      `${tokens} tokens exceed the context window of ${limit}: the request is made again.`,
    );
  }

  #requestOf({
    turn,
    requested,
  }: SourceTurn): Omit<PolicyRequest, "countTokens" | "countMessage" | "summarize"> {
    const { meta } = this.#source.recording.session;
    const { contextWindow, budget, summarize, signalsAt } = this.#setup;
    return {
      now: turn.at,
      contextWindow: contextWindow === undefined ? (turn.contextWindow ?? meta.contextWindow) : contextWindow,
      budget: budget === undefined ? meta.budget : budget,
      systemTokens: this.#source.unseen,
      toolsTokens: this.#frame.toolsTokens,
      maxOutputTokens: null,
      usage: this.#usage,
      usageUpTo: this.#usageUpTo,
      overflow: false,
      requested,
      signals: {
        turn: turn.index,
        phase: turn.phase,
        visibleTools: turn.visibleTools,
        ...signalsAt?.(turn.index),
      },
      ...(summarize !== undefined && { summarize }),
    };
  }

  #show(source: SourceTurn, result: StepResult): void {
    const { turn } = source;
    const edit = this.#window.advance(this.#pending, this.#run.history.length, this.#frame.last);
    this.#pending = [];
    for (const piece of edit.definitions)
      this.#writer.put("block.recorded", { at: null, turn: turn.index, block: piece.definition });
    writeReports(this.#writer, { turn, edit, result, window: this.#window, policy: this.#setup.policy });
    this.#measure(source, edit, result);
    const window = this.#frame.addUnseen(edit.window);
    this.#writer.turn(turn, { ...INFERRED, window, output: this.#outputOf(source) });
  }

  #measure({ turn }: SourceTurn, edit: WindowEdit, result: StepResult): void {
    const { row, cache } = this.#accounts.add(turn, edit, result, {
      front: this.#frame.tokens,
      unseen: this.#source.unseen,
      frontChanged: this.#frame.isChanged,
      messages: this.#window.tokens,
      isEdited: this.#isEdited,
    });
    this.#isEdited = false;
    writeRemarks(this.#writer, turn, row, this.#setup.policy);
    const output = turn.usage?.output ?? this.#outputTokens(turn.output);
    this.#usage = { input: row.tokens, cacheRead: cache.read, cacheWrite: cache.write, output };
  }

  #outputTokens(output: readonly number[]): Tokens {
    const { blocks } = this.#source.recording.session;
    return output.reduce((sum, number) => {
      const block = at(blocks, number);
      return sum + (block.versions[block.full]?.tokens ?? 0);
    }, 0);
  }

  #outputOf({ turn, output }: SourceTurn): readonly BlockStatement[] {
    for (const block of turn.output) this.#window.define(block);
    return output;
  }
}

const INFERRED = { windowProvenance: "inferred" } as const;

/**
 * The id of a replay. The same recording with the same setup has the same one. A recording that has grown is another
 * recording.
 */
function replayId(source: ReplaySource, setup: ReplaySetup): string {
  const { policy, options, budget, contextWindow, pins } = setup;
  return makeReplayId(source, [
    policy.kind,
    policy.version,
    options ?? {},
    budget ?? null,
    contextWindow ?? null,
    pins ?? [],
  ]);
}

export function replay(source: ReplaySource, setup: ReplaySetup): Replay {
  return new Replayer(source, setup).finish();
}

/** Joins two steps of one turn. Edits are those of the last step that reports any. `note` says why there were two. */
function joinSteps(first: StepResult, second: StepResult, note: string): StepResult {
  const joinLists = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined) => [
    ...(a ?? []),
    ...(b ?? []),
  ];
  return {
    changes: joinLists(first.changes, second.changes),
    decisions: joinLists(first.decisions, second.decisions),
    triggers: joinLists(first.triggers, second.triggers),
    edits: second.edits ?? first.edits ?? [],
    summarizerCalls: joinLists(first.summarizerCalls, second.summarizerCalls),
    notes: [...joinLists(first.notes, second.notes), note],
  };
}
