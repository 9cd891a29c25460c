import type { RawApi } from "@/lib/importers/otel/raw";
import type { ConversationMark } from "@/lib/client/conversations";
import type { PassedBytes } from "./copy";

export interface PassedRequest {
  readonly session: string | null;
  readonly mark: ConversationMark | null;
  /** With the model, if it is part of the path. */
  readonly api: RawApi | null;
  readonly model: string | null;
  readonly applied: Readonly<Record<string, unknown>> | null;
}

/** A model call that has ended, as bytes. Without headers and addresses, so without a key. */
export interface PassedCall extends PassedRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 without an answer. */
  readonly status: number;
  readonly broken: string | null;
  /** The client sent the complete request. */
  readonly isWhole: boolean;
  readonly request: PassedBytes;
  readonly answer: PassedBytes | null;
}

/** What is left of a call that cannot be kept: that it was made, and why no more is known of it. */
export function stripBytes(call: PassedCall, dropped: string): PassedCall {
  const nothing = { chunks: [], encoding: null, dropped };
  return { ...call, applied: null, request: nothing, answer: call.answer === null ? null : nothing };
}

export function sizeOf({ request, answer }: PassedCall): number {
  return [...request.chunks, ...(answer?.chunks ?? [])].reduce((sum, chunk) => sum + chunk.length, 0);
}
