import { readItemsOfMessage } from "../../messages/openai";
import { OPENAI_MESSAGE } from "../../messages/openai-records";
import { readResponse } from "../../messages/openai-response";
import { findId, nameIn } from "../../shared/bounds";
import { listUnknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { keepDefined } from "../../shared/values";
import { chatMessages, readToolItems } from "../spans/messages";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";
import { readPromptMessages } from "./ollama";

/** Reads a call of OpenAI's Chat Completions API, and of the many that copy it. */
export function readChatCall(request: Loose, response: Loose): RawFields {
  const { fields, message } = readResponse(response);
  return keepDefined({
    provider: "openai",
    model: fields.model ?? nameIn(request.model),
    messages: chatMessages(request.messages ?? readPromptMessages(request)),
    tools: readToolItems(request.tools ?? request.functions),
    answer: message === null ? undefined : readItemsOfMessage(message),
    unread: message === null ? undefined : [...listUnknownKeys(message, OPENAI_MESSAGE)],
    responseId: findId(response.id),
    stopReason: fields.stopReason,
    usage: fields.usage,
    error: describeFailure(response.error),
  });
}
