import { KnownConversations } from "./conversations";
import { findCurrentSession } from "./current-session";
import { loadBuiltin, hasFiles } from "./files";
import type { Outbox } from "./outbox";
import { readProgram } from "./program";
import { isRecording, makeRecordingFetch } from "./recording-fetch";

interface GlobalCalls {
  readonly calls: Pick<Outbox, "add">;
  readonly agent: string | undefined;
  /** An origin whose calls are recorded there. */
  readonly recordedAt: string | undefined;
}

/**
 * Records the model calls of every SDK that uses the program's `fetch`, whatever its name. A call belongs to the session of
 * the work that makes it; without one, conversations are told apart by how they begin.
 * @returns gives the program its own `fetch` back
 */
export function recordGlobalCalls({ calls, agent, recordedAt }: GlobalCalls): () => void {
  const own = globalThis.fetch;
  if (isRecording(own)) return () => undefined;
  const conversations = new KnownConversations(hashText, "");
  const recording = makeRecordingFetch(own, (request, { origin }) => {
    const current = findCurrentSession();
    if (current === "recorded" || origin === recordedAt || !isModelCall(request)) return null;
    const id = crypto.randomUUID();
    const session = current?.id ?? findConversation(request, conversations, id);
    const name = current?.agent ?? agent;
    const of = { id, ...(session !== null && { session }), ...(name !== undefined && { agent: name }) };
    return (call) => calls.add({ ...of, ...call });
  });
  globalThis.fetch = recording;
  return () => {
    if (globalThis.fetch === recording) globalThis.fetch = own;
  };
}

/** Of the same length for any text, so that ten thousand conversations take little of the program's memory. */
function hashText(text: string): string {
  return hasFiles() ? loadBuiltin("node:crypto").createHash("sha256").update(text).digest("base64") : text;
}

/** Other services have such paths, too. A model's request has messages, and a model in it or in its path. */
function isModelCall({ messages, contents, input, model }: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(contents)) return true;
  if (model !== undefined && typeof model !== "string") return false;
  return Array.isArray(messages) || (typeof model === "string" && input !== undefined);
}

/** `null` for a request that goes on from a response: its server has what stood before. */
function findConversation(
  request: Readonly<Record<string, unknown>>,
  conversations: KnownConversations,
  call: string,
): string | null {
  if (typeof request.previous_response_id === "string" || request.conversation != null) return null;
  const said = request.messages ?? request.contents ?? request.input;
  return conversations.markOf(Array.isArray(said) ? (said as unknown[]) : [said], call).session;
}

/** Leads OpenTelemetry's exporter here, where the program starts one and names no other place. */
export function leadTelemetry(url: string, key: string | undefined): void {
  const env = readProgram()?.env as Record<string, string | undefined> | undefined;
  if (env === undefined || env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = `${url}/v1/traces`;
  env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ??= "http/protobuf";
  if (key !== undefined) env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ??= `Authorization=Bearer%20${key}`;
}
