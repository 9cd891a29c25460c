import { z } from "zod";
import type { Message } from "../contract/message";

export const neutralCall = z.object({ id: z.string(), name: z.string(), args: z.unknown() });
export const neutralApprovalRequest = z.object({ id: z.string(), toolCallId: z.string() });
export const neutralApprovalResponse = z.object({ id: z.string() });

/** The fields of a message whose texts are read by `readText`; {@link makeMessage} makes the message. */
export function makeNeutralFields(readText: z.ZodType<string>) {
  return z.object({
    id: z.string(),
    role: z.enum(["system", "user", "assistant", "tool"]),
    text: readText.optional(),
    texts: z.array(readText).optional(),
    thinking: readText.optional(),
    toolCalls: z.array(neutralCall).optional(),
    toolCallId: z.string().optional(),
    toolName: z.string().optional(),
    images: z.number().int().nonnegative().optional(),
    isError: z.boolean().optional(),
    isAborted: z.boolean().optional(),
    stopReason: z.string().optional(),
    approvalRequests: z.array(neutralApprovalRequest).optional(),
    approvalResponses: z.array(neutralApprovalResponse).optional(),
    ts: z.number().optional(),
    merge: z.boolean().optional(),
  });
}

export const neutralMessages = z.array(makeNeutralFields(z.string()).transform(makeMessage));

export function makeMessage(raw: z.infer<ReturnType<typeof makeNeutralFields>>): Message {
  const { text, texts, stopReason, ...others } = dropUndefined(raw);
  const isAborted = stopReason === "aborted" || stopReason === "error";
  const rest = isAborted ? { ...others, isAborted } : others;
  const said = text ?? texts?.join("\n") ?? "";
  return texts === undefined ? { ...rest, text: said } : { ...rest, text: said, texts };
}

function dropUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
