import { z } from "zod";
import type { Message } from "@/lib/policies/contract/message";
import { openaiAgentsPyToolOutputTrimmer } from "@/lib/policies/openai-agents-py-tool-output-trimmer";
import { projectChanges } from "@/lib/policies/project";
import { caseText } from "./case-file";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const item = z.looseObject({
  type: z.string().optional(),
  role: z.enum(["system", "user", "assistant"]).optional(),
  content: caseText.optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  namespace: z.string().optional(),
  arguments: z.unknown().optional(),
  output: caseText.optional(),
});

const input = z.strictObject({ policy: z.unknown(), items: z.array(item) });

export const toolOutputTrimmerCases: CaseFamily = {
  policy: "openai-agents-py-tool-output-trimmer",
  run(raw) {
    const { policy, items } = input.parse(raw);
    const result = projectChanges(openaiAgentsPyToolOutputTrimmer, items.map(messageOf), {
      options: knownOptions(openaiAgentsPyToolOutputTrimmer, policy),
    });
    const changed = result.items.filter(({ status }) => status === "trimmed");
    return { changed: Object.fromEntries(changed.map(({ id, text }) => [id, text])) };
  },
};

function messageOf(one: z.infer<typeof item>, index: number): Message {
  const id = String(index);
  const callId = one.call_id ?? "";
  if (one.type === "function_call") {
    const name = [one.namespace, one.name ?? ""].filter((part) => part !== undefined).join(".");
    return { id, role: "assistant", text: "", toolCalls: [{ id: callId, name, args: one.arguments }] };
  }
  if (one.type === "function_call_output")
    return { id, role: "tool", text: one.output ?? "", toolCallId: callId };
  return { id, role: one.role ?? "assistant", text: one.content ?? "" };
}
