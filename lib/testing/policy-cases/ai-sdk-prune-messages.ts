import { z } from "zod";
import { aiSdk6PruneMessages, aiSdk7PruneMessages } from "@/lib/policies/ai-sdk-prune-messages";
import type { Message } from "@/lib/policies/contract/message";
import { PolicyRun } from "@/lib/policies/run";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const caseInput = z.strictObject({
  policy: z.record(z.string(), z.unknown()).default({}),
  state: z.strictObject({ sdk: z.string().default("ai") }).prefault({}),
  messages: caseMessages,
});

export const aiSdkPruneMessagesCases: CaseFamily = {
  policy: aiSdk6PruneMessages.kind,
  run(raw) {
    const { policy: options, state, messages } = caseInput.parse(raw);
    const policy = state.sdk.includes("7") ? aiSdk7PruneMessages : aiSdk6PruneMessages;
    const run = new PolicyRun(policy, { options: knownOptions(policy, options), history: messages });
    run.step();
    const result: { id: string; role: string; parts: string | string[] }[] = [];
    const dropped: string[] = [];
    for (const [first, last] of mergedRanges(messages)) {
      const { id, role } = run.history.at(first);
      const left = range(first, last).flatMap((index) => run.shown.at(index) ?? []);
      if (left.length === 0) dropped.push(id);
      else result.push({ id, role, parts: isText(role) ? "string" : left.flatMap(partsOf) });
    }
    return { result, dropped };
  },
};

function mergedRanges(messages: readonly Message[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const [index, { merge }] of messages.entries()) {
    const open = ranges.at(-1);
    if (merge === true && open !== undefined) open[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function isText(role: string): boolean {
  return role === "user" || role === "system";
}

function partsOf({ role, text, thinking, toolCalls = [], toolCallId }: Message): string[] {
  if (role === "tool") return toolCallId === undefined ? [] : [`tool-result:${toolCallId}`];
  return [
    ...(thinking === undefined ? [] : ["reasoning"]),
    ...(text === "" ? [] : ["text"]),
    ...toolCalls.map(({ id }) => `tool-call:${id}`),
  ];
}
