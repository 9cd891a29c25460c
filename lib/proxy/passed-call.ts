import type { RawApi } from "@/lib/importers/otel/raw";
import type { ConversationMark } from "./conversations";
import type { PassedBytes } from "./copy";

/** What is known of a request besides its bytes. */
export interface PassedRequest {
  /** The session that the caller names, or that is known already. */
  readonly session: string | null;
  /** By what the conversation is known, where that was found out before the call was sent. */
  readonly mark: ConversationMark | null;
  /** The API, and the model where it stands in the path. */
  readonly api: RawApi | null;
  readonly model: string | null;
  /** What a policy did to the request; `null` where none was asked for. */
  readonly applied: Readonly<Record<string, unknown>> | null;
}

/** A model call that has ended, as its bytes passed. It has no header and no address, so it has no key. */
export interface PassedCall extends PassedRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 when there was no answer. */
  readonly status: number;
  /** What ended the call before its answer was whole; `null` when nothing did. */
  readonly broken: string | null;
  /** Whether the client sent the request to its end. */
  readonly isWhole: boolean;
  readonly request: PassedBytes;
  readonly answer: PassedBytes | null;
}

/** Memory that the bytes of a call take. */
export function sizeOf({ request, answer }: PassedCall): number {
  return [...request.chunks, ...(answer?.chunks ?? [])].reduce((sum, chunk) => sum + chunk.length, 0);
}
