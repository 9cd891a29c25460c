import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { stemOf } from "../../reading/importer";
import { nameIn } from "../../shared/bounds";
import { byOpening, isSummary } from "../../shared/openings";
import { definedFields, recordsOf } from "../../shared/values";
import type { Recognition, Sniff } from "../../reading/sniff";
import { also, signs } from "../../reading/sniff";
import { AnthropicCalls, itemsOfRequest } from "./calls";
import type { Exchange } from "./exchange";
import { exchangesOf } from "./exchange";

/**
 * Recorded exchanges with Anthropic's Messages API: cassettes of HTTP interactions in YAML or JSON, or bodies
 * of responses alone, whose windows are unknown.
 */
export const anthropicMessages: Importer = {
  id: "anthropic_messages",
  label: "recorded Anthropic messages",
  recognise,
  convert,
};

const CASSETTE = /^interactions:\s*$/m;
const MESSAGES_URI = /\/v1\/messages\b/;

/** A cassette whose first exchanges are of the Messages API; other cassettes are recorded HTTP of any API. */
export function isAnthropicCassette({ head }: Sniff): boolean {
  return MESSAGES_URI.test(head) || /^[ \t]+anthropic-version:/m.test(head);
}

function recognise(sniff: Sniff): Recognition {
  if (sniff.shape === "text") {
    if (!CASSETTE.test(sniff.head)) return { share: 0, missing: "list of interactions" };
    return also({ share: 1, missing: null }, isAnthropicCassette(sniff), "request to /v1/messages");
  }
  if (sniff.paths.has("interactions[].request"))
    return also(
      signs(sniff, ["object"], ["interactions[].request", "interactions[].response"]),
      isAnthropicCassette(sniff),
      "request to /v1/messages",
    );
  return also(
    signs(sniff, ["object", "lines", "array"], ["id", "type", "role", "content", "usage", "stop_reason"]),
    sniff.records.every(({ type }) => type === "message") && sniff.paths.has("usage.input_tokens"),
    "usage of a message",
  );
}

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const exchanges: Exchange[] = [];
    for await (const exchange of exchangesOf(file, report)) exchanges.push(exchange);
    if (exchanges.length === 0)
      report.warn("no_exchanges", `${file.name} has no exchange with the Messages API`);
    const id = `${stemOf(file.name).slice(0, 100)}-${file.sniff.fingerprint}`;
    for (const [n, conversation] of byOpening(exchanges, {
      openingOf,
      leaves: summariesIn,
      beginsWith: summaryBefore,
    }).entries()) {
      const writer = new SessionWriter(n === 0 ? id : `${id}:${n + 1}`);
      const first = conversation[0];
      writer.write("session.started", {
        at: null,
        name: n === 0 ? stemOf(file.name) : `${stemOf(file.name)} ${n + 1}`,
        source: { format: "anthropic_messages", file: file.name },
        ...definedFields({ model: nameIn(first?.response?.model) ?? nameIn(first?.request?.model) }),
        notes: first?.request === null ? ["The file has the response only: nobody knows what was sent."] : [],
      });
      const calls = new AnthropicCalls(writer);
      for (const exchange of conversation) {
        calls.write(exchange);
        yield* writer.take();
      }
    }
  }
}

function summariesIn({ response }: Exchange): string[] {
  return recordsOf(response?.content).flatMap(({ type, content }) =>
    type === "compaction" && typeof content === "string" ? [content] : [],
  );
}

function summaryBefore({ request }: Exchange): string | undefined {
  if (request === null) return undefined;
  const [first] = itemsOfRequest({ messages: request.messages });
  return first !== undefined && isSummary(first) ? first.content : undefined;
}

function openingOf({ request }: Exchange): string | undefined {
  if (request === null) return undefined;
  return itemsOfRequest({ messages: request.messages }).find(({ kind }) => kind === "user_message")?.content;
}
