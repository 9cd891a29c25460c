import { z } from "zod";
import type { Message } from "../contract/message";

const call = z.object({ id: z.string(), name: z.string(), args: z.unknown() });

export function neutralMessagesWith(text: z.ZodType<string>) {
  return z.array(neutralMessageWith(text));
}

export const neutralMessages = neutralMessagesWith(z.string());

function neutralMessageWith(readText: z.ZodType<string>) {
  return z
    .object({
      id: z.string(),
      role: z.enum(["system", "user", "assistant", "tool"]),
      text: readText.optional(),
      texts: z.array(readText).optional(),
      thinking: readText.optional(),
      toolCalls: z.array(call).optional(),
      toolCallId: z.string().optional(),
      toolName: z.string().optional(),
      images: z.number().int().nonnegative().optional(),
      isError: z.boolean().optional(),
      isAborted: z.boolean().optional(),
      stopReason: z.string().optional(),
      approvalRequests: z.array(z.object({ id: z.string(), toolCallId: z.string() })).optional(),
      approvalResponses: z.array(z.object({ id: z.string() })).optional(),
      ts: z.number().optional(),
      merge: z.boolean().optional(),
    })
    .transform((raw): Message => {
      const { text, texts, stopReason, ...others } = withoutUndefined(raw);
      const isAborted = stopReason === "aborted" || stopReason === "error";
      const rest = isAborted ? { ...others, isAborted } : others;
      const said = text ?? texts?.join("\n") ?? "";
      return texts === undefined ? { ...rest, text: said } : { ...rest, text: said, texts };
    });
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
