import { PLAINLY } from "@/lib/core/plain-issues";
import { neutralMessages } from "./neutral-messages";
import type { MessageShape } from "./shape";

export const neutralShape: MessageShape = {
  id: "neutral",
  read(raw) {
    const messages = neutralMessages.parse(raw, PLAINLY);
    const sent = new Map(messages.map((message, i) => [message, raw[i]]));
    return { messages, write: (run) => run.shown.messages().map((message) => sent.get(message) ?? message) };
  },
};
