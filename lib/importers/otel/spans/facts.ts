import type { AppliedPolicy } from "@/lib/core/trace/applied-policy";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { Completeness } from "@/lib/core/vocabulary";
import { findId } from "../../shared/bounds";
import type { OtelRecord } from "./record";
import { readTextAt } from "./record";

type Turn = TraceEventOf<"turn.recorded">;

export type CallUsage = NonNullable<Turn["usage"]>;
export type AppliedEdit = NonNullable<Turn["appliedEdits"]>[number];

export interface OtelMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly items: readonly SeenItem[];
  readonly unread?: readonly string[];
}

/** How the request asked its provider to edit the context. `applied_edits` in the answer is the result. */
export interface EditRule {
  readonly type: string;
  readonly keep?: number | undefined;
  readonly excludeTools?: readonly string[] | undefined;
}

/** One record's statement about a model call. Several records report a call, in any order. */
export interface CallPart {
  readonly type: "call";
  readonly record: OtelRecord;
  /** Names under which other records know this call. */
  readonly joins: readonly string[];
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly stopReason?: string | undefined;
  readonly error?: string | undefined;
  readonly responseId?: string | undefined;
  /** The provider keeps the context of this earlier response, which the call continues. */
  readonly previousId?: string | undefined;
  /** The request only contains what is new. */
  readonly isDelta?: boolean | undefined;
  readonly tools?: readonly SeenItem[] | undefined;
  readonly system?: readonly SeenItem[] | undefined;
  readonly messages?: readonly OtelMessage[] | undefined;
  readonly answer?: readonly SeenItem[] | undefined;
  /** Ids that were given to calls of the answer, in its order, because the provider gave none. */
  readonly givenIds?: readonly string[] | undefined;
  readonly unread?: readonly string[] | undefined;
  readonly usage?: CallUsage | undefined;
  readonly appliedEdits?: readonly AppliedEdit[] | undefined;
  readonly editRules?: readonly EditRule[] | undefined;
  readonly appliedPolicy?: AppliedPolicy | undefined;
  readonly notKept?: string | undefined;
  readonly contextWindow?: number | undefined;
  readonly compacted?: boolean | undefined;
  /** The provider compacted the window before it answered: the sizes of the pass that did, and of the one that answered. */
  readonly compaction?: { readonly tokensBefore?: number; readonly tokensAfter?: number } | undefined;
  readonly completeness?: Completeness | undefined;
  readonly side?: string | undefined;
  readonly startedAt?: number | undefined;
  readonly sequence?: number | undefined;
}

export interface ToolRun {
  readonly type: "tool";
  readonly record: OtelRecord;
  readonly callId?: string | undefined;
  readonly name: string;
  readonly args?: string | undefined;
  readonly result?: string | undefined;
  readonly isError: boolean;
}

/** An edit of the context that the client reports: a compaction, a truncation. */
export interface OtelReportedEdit {
  readonly type: "edit";
  readonly record: OtelRecord;
  readonly at: number;
  /** Calls inside the record's span were made for the edit. */
  readonly covers?: boolean;
  readonly fields: Omit<
    TraceEventOf<"context.edited">,
    "id" | "session" | "type" | "at" | "turn" | "summaryBlock"
  >;
}

export interface SessionFact {
  readonly budgets?: Readonly<Record<string, number>> | undefined;
  readonly type: "session";
  readonly record: OtelRecord;
  readonly agent?: string | undefined;
  /** The name of the program, which is the agent's where no agent is named. */
  readonly service?: string | undefined;
  readonly name?: string | undefined;
  readonly contextWindow?: number | undefined;
  readonly memory?: string | undefined;
}

export interface NativeEvent {
  readonly type: "own";
  readonly record: OtelRecord;
  readonly at: number;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** One message of a call in a log record of its own. Those of one span are one request. */
export interface LoggedMessage {
  readonly type: "message";
  readonly record: OtelRecord;
}

/** The id that the provider gave its answer, where the record's attributes state it. */
export function readResponseId({ attributes }: OtelRecord): string | undefined {
  return findId(readTextAt(attributes, "gen_ai.response.id", "ai.response.id", "message.id"));
}

export type Fact = CallPart | LoggedMessage | ToolRun | OtelReportedEdit | SessionFact | NativeEvent;
