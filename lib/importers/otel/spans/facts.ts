import type { AppliedPolicy } from "@/lib/core/trace/applied-policy";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { Completeness } from "@/lib/core/vocabulary";
import type { OtelRecord } from "./record";

type Turn = TraceEventOf<"turn.recorded">;

export type CallUsage = NonNullable<Turn["usage"]>;
export type AppliedEdit = NonNullable<Turn["appliedEdits"]>[number];

/** A message of a request as the pieces that it is made of. */
export interface OtelMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly items: readonly SeenItem[];
  /** Keys of it that nobody knows: what they hold is not read. */
  readonly unread?: readonly string[];
}

/** How a request asked its provider to edit the context: what `applied_edits` in the answer is the result of. */
export interface EditRule {
  readonly type: string;
  readonly keep?: number | undefined;
  readonly excludeTools?: readonly string[] | undefined;
}

/** What one record says about one model call. A call is reported by several records, in any order. */
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
  /** The response whose context this call goes on from, held by the provider. */
  readonly previousId?: string | undefined;
  /** Says that the request holds only what is new. */
  readonly isDelta?: boolean | undefined;
  readonly tools?: readonly SeenItem[] | undefined;
  readonly system?: readonly SeenItem[] | undefined;
  readonly messages?: readonly OtelMessage[] | undefined;
  readonly answer?: readonly SeenItem[] | undefined;
  /** Keys of the answer that nobody knows. */
  readonly unread?: readonly string[] | undefined;
  readonly usage?: CallUsage | undefined;
  readonly appliedEdits?: readonly AppliedEdit[] | undefined;
  readonly editRules?: readonly EditRule[] | undefined;
  /** What a policy did to the request on its way to the provider. */
  readonly appliedPolicy?: AppliedPolicy | undefined;
  /** What of the call its sender did not keep, and why. */
  readonly notKept?: string | undefined;
  readonly contextWindow?: number | undefined;
  /** The client says that the conversation was compacted before this call, or earlier. */
  readonly compacted?: boolean | undefined;
  readonly completeness?: Completeness | undefined;
  /** What a call is for that is not part of the conversation: a title, a summary. */
  readonly side?: string | undefined;
  /** Where the record says itself when the call began. */
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
  /** Says that calls within the record's span were made for the edit. */
  readonly covers?: boolean;
  readonly fields: Omit<
    TraceEventOf<"context.edited">,
    "id" | "session" | "type" | "at" | "turn" | "summaryBlock"
  >;
}

/** What a record says about the session as a whole. */
export interface SessionFact {
  /** How much of the window is meant for what, in tokens, as the harness divides it. */
  readonly budgets?: Readonly<Record<string, number>> | undefined;
  readonly type: "session";
  readonly record: OtelRecord;
  readonly agent?: string | undefined;
  readonly name?: string | undefined;
  readonly contextWindow?: number | undefined;
  /** Text that the agent was given from its memory. */
  readonly memory?: string | undefined;
}

/** An event in this program's own vocabulary, sent by way of telemetry. */
export interface OwnEvent {
  readonly type: "own";
  readonly record: OtelRecord;
  readonly at: number;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** One message of a call, reported by a log record of its own; those of one span are one request. */
export interface LoggedMessage {
  readonly type: "message";
  readonly record: OtelRecord;
}

export type Fact = CallPart | LoggedMessage | ToolRun | OtelReportedEdit | SessionFact | OwnEvent;
