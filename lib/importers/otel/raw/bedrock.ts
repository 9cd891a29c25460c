import { makeOnce } from "@/lib/core/once";
import { readItemsOfParts } from "../../messages/parts";
import { ToolCalls } from "../../messages/tool-calls";
import { nameIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { countOf, keepDefined, recordOf, recordsOf, stringOf } from "../../shared/values";
import { partMessages, readSystemItems, readToolItems } from "../spans/messages";
import { makeExclusiveUsage } from "../spans/usage";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";
import { findTier, readWrites } from "../../shared/billed";

/** Bedrock's Converse API. Its input tokens leave out what a cache had. */
export function readBedrockCall(request: Loose, response: Loose): RawFields {
  const usage = recordOf(response.usage);
  const message = recordOf(recordOf(response.output).message);
  return keepDefined({
    provider: "bedrock",
    model: nameIn(request.modelId) ?? nameIn(request.model),
    system: readSystemItems(request.system === undefined ? undefined : readParts(request.system)),
    tools: readToolItems(
      recordsOf(recordOf(request.toolConfig).tools).map(({ toolSpec, ...other }) => toolSpec ?? other),
    ),
    messages: Array.isArray(request.messages)
      ? partMessages(recordsOf(request.messages).map(inParts))
      : undefined,
    answer: Array.isArray(message.content)
      ? readItemsOfParts("assistant", readParts(message.content), new ToolCalls())
      : undefined,
    stopReason: nameIn(response.stopReason),
    usage: makeExclusiveUsage({
      input: countOf(usage.inputTokens),
      output: countOf(usage.outputTokens),
      cacheRead: countOf(usage.cacheReadInputTokens),
      ...readWrites(readWritesByTtl(usage), countOf(usage.cacheWriteInputTokens)),
      tier: findTier({ service_tier: recordOf(response.serviceTier).type }),
    }),
    error:
      describeFailure(response.error) ??
      (message.content === undefined ? stringOf(response.message) : undefined),
  });
}

/** Bedrock lists its writes, each with its time to live. */
function readWritesByTtl(usage: Loose): Loose {
  return Object.fromEntries(
    recordsOf(usage.cacheDetails).map(({ ttl, inputTokens }) => [String(ttl), inputTokens]),
  );
}

const inParts = makeOnce(({ role, content }: Loose): Loose => ({ role, content: readParts(content) }));

/** A part is named by its only key. A mark of the cache is no content. */
function readParts(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return recordsOf(content).flatMap((part): unknown[] => {
    if (part.cachePoint !== undefined) return [];
    if (recordOf(part.reasoningContent).redactedContent !== undefined) return [{ type: "redacted_thinking" }];
    if (part.guardContent !== undefined) return [recordOf(recordOf(part.guardContent).text)];
    if (part.document !== undefined) return [readDocument(recordOf(part.document))];
    const [kind] = ["image", "video", "audio"].filter((name) => part[name] !== undefined);
    return [kind === undefined ? part : { type: kind }];
  });
}

function readDocument({ source, ...named }: Loose): Loose {
  const text = stringOf(recordOf(source).text);
  return { ...named, type: "document", source: text === undefined ? source : { type: "text", data: text } };
}
