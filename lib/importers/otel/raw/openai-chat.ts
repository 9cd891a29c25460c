import { itemsOfMessage } from "../../messages/openai";
import { OPENAI_MESSAGE } from "../../messages/message-keys";
import { readResponse } from "../../messages/openai-response";
import { idIn, nameIn } from "../../shared/bounds";
import { unknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { definedFields } from "../../shared/values";
import { chatMessages, toolItems } from "../spans/messages";
import { failureText } from "./failure";
import type { RawFields } from "./fields";
import { messagesOfPrompt } from "./ollama";

export function chatCall(request: Loose, response: Loose): RawFields {
  const { fields, message } = readResponse(response);
  return definedFields({
    provider: "openai",
    model: fields.model ?? nameIn(request.model),
    messages: chatMessages(request.messages ?? messagesOfPrompt(request)),
    tools: toolItems(request.tools ?? request.functions),
    answer: message === null ? undefined : itemsOfMessage(message),
    unread: message === null ? undefined : [...unknownKeys(message, OPENAI_MESSAGE)],
    responseId: idIn(response.id),
    stopReason: fields.stopReason,
    usage: fields.usage,
    error: failureText(response.error),
  });
}
