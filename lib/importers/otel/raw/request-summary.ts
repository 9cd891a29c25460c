import { idIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import { askedAndAnswered, type RawApi } from ".";

/** What is known of a raw call without reading its messages, which repeat from call to call. */
export interface RequestSummary {
  readonly api: RawApi;
  readonly responseId: string | undefined;
  /** The request holds only what is new since another. */
  readonly isDelta: boolean;
  /** The messages of the request, whatever the API calls them. */
  readonly messages: unknown;
  /** The summary that the request goes on from, where it begins with one in place of the beginning. */
  readonly begins: string | null;
  /** The summaries that the answer leaves for the requests after it. */
  readonly leaves: readonly string[];
  readonly brings: { readonly usage: boolean; readonly content: boolean; readonly tools: boolean };
}

/** The summary of a call; `null` when its request and response are of no known API. */
export function requestSummaryOf(request: unknown, response: unknown, api?: RawApi): RequestSummary | null {
  const { asked, answered, of } = askedAndAnswered(request, response, api);
  if (of === null) return null;
  const messages = asked[MESSAGES[of]];
  const usage = recordOf(answered.usage ?? answered.usageMetadata ?? answered.usage_metadata);
  const tools = asked.tools ?? asked.functions ?? recordOf(asked.config).tools;
  return {
    api: of,
    responseId: of === "gemini" ? undefined : idIn(answered.id),
    isDelta: isDelta(of, asked),
    messages,
    begins: summaryFirst(messages),
    leaves: [...recordsOf(answered.content), ...recordsOf(answered.output)].flatMap(summaryIn),
    brings: {
      usage: Object.values(usage).some((count) => typeof count === "number"),
      content: typeof messages === "string" || recordsOf(messages).length > 0,
      tools: recordsOf(tools).length > 0 || callsTools(answered),
    },
  };
}

const MESSAGES: Record<RawApi, string> = {
  anthropic: "messages",
  "openai.chat": "messages",
  "openai.responses": "input",
  gemini: "contents",
};

function summaryFirst(messages: unknown): string | null {
  const first = recordsOf(messages).find(({ role }) => role !== "system" && role !== "developer");
  if (first === undefined) return null;
  const [own] = summaryIn(first);
  return own ?? recordsOf(first.content).flatMap(summaryIn)[0] ?? null;
}

/** The text of a compaction block, or what stands for it where it is sealed. */
function summaryIn({ type, content, encrypted_content: sealed }: Loose): string[] {
  if (type !== "compaction") return [];
  return [stringOf(content) ?? stringOf(sealed)].flatMap((text) => text ?? []);
}

function isDelta(api: RawApi, request: Loose): boolean {
  if (api === "anthropic") return recordOf(request.thread).type === "continue";
  if (api !== "openai.responses") return false;
  const { previous_response_id: previous, conversation } = request;
  return (idIn(previous) ?? idIn(conversation) ?? idIn(recordOf(conversation).id)) !== undefined;
}

function callsTools(response: Loose): boolean {
  const message = recordOf(recordsOf(response.choices)[0]?.message);
  const candidate = recordOf(recordsOf(response.candidates)[0]?.content);
  return (
    recordsOf(message.tool_calls).length > 0 ||
    [...recordsOf(response.content), ...recordsOf(response.output)].some(({ type }) =>
      /(tool_use|_call)$/.test(String(type)),
    ) ||
    recordsOf(candidate.parts).some((part) => "functionCall" in part)
  );
}
