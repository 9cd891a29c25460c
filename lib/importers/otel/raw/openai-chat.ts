import { itemsOfMessage } from "../../messages/openai";
import { OPENAI_MESSAGE } from "../../messages/message-keys";
import { readResponse } from "../../messages/openai-response";
import { idIn, nameIn } from "../../shared/bounds";
import { unknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { definedFields } from "../../shared/values";
import { chatMessages, readToolItems } from "../spans/messages";
import { describeFailure } from "./failure";
import type { RawFields } from "./fields";
import { readPromptMessages } from "./ollama";

export function readChatCall(request: Loose, response: Loose): RawFields {
  const { fields, message } = readResponse(response);
  return definedFields({
    provider: "openai",
    model: fields.model ?? nameIn(request.model),
    messages: chatMessages(request.messages ?? readPromptMessages(request)),
    tools: readToolItems(request.tools ?? request.functions),
    answer: message === null ? undefined : itemsOfMessage(message),
    unread: message === null ? undefined : [...unknownKeys(message, OPENAI_MESSAGE)],
    responseId: idIn(response.id),
    stopReason: fields.stopReason,
    usage: fields.usage,
    error: describeFailure(response.error),
  });
}
