import { z } from "zod";
import type { Message } from "@/lib/policies/contract/message";
import { projectChanges } from "@/lib/policies/project";
import { sweAgentClosedWindow } from "@/lib/policies/swe-agent-closed-window";
import { sweAgentLastNObservations } from "@/lib/policies/swe-agent-last-n-observations";
import { caseText } from "./case-file";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

/** A single tag may be given without a list. */
const tagList = z.union([z.array(z.string()), z.string().transform((tag) => [tag])]);

const lastNInput = z.strictObject({
  policy: z.unknown(),
  observations: z.string(),
  tags: z.record(z.string(), tagList).default({}),
  demo: z.array(z.string()).default([]),
});

/** "o0 = task template (2 lines), then 7 tool observations o1..o7 of 3 lines". */
const SENTENCE = /\((\d+) lines?\), then (\d+) tool observations?.*? of (\d+) lines?/;

export const lastNObservationsCases: CaseFamily = {
  policy: "swe-agent-last-n-observations",
  run(raw) {
    const { policy, observations, tags, demo } = lastNInput.parse(raw);
    const [sentence, template, count, lines] = SENTENCE.exec(observations) ?? [];
    if (sentence === undefined)
      throw new Error(
        "observations: expected how many, after the lines of the template, and of how many lines",
      );
    const messages: Message[] = [{ id: "o0", role: "user", text: linesOf(Number(template)) }];
    for (let i = 1; i <= Number(count); i++)
      messages.push({ id: `o${i}`, role: "tool", text: linesOf(Number(lines)) });
    const signals = { demo, tags };
    const { items } = projectChanges(
      sweAgentLastNObservations,
      messages,
      { options: knownOptions(sweAgentLastNObservations, policy) },
      { signals },
    );
    const elided = items.filter(({ status }) => status === "cleared");
    return { elided: Object.fromEntries(elided.map(({ id, text }) => [id, text])) };
  },
};

const closedWindowInput = z.strictObject({
  messages: z.array(
    z.strictObject({ role: z.enum(["system", "user", "assistant", "tool"]), content: caseText }),
  ),
});

export const closedWindowCases: CaseFamily = {
  policy: "swe-agent-closed-window",
  run(raw) {
    const { messages } = closedWindowInput.parse(raw);
    const history = messages.map(({ role, content }, i): Message => ({ id: `m${i}`, role, text: content }));
    const result = projectChanges(sweAgentClosedWindow, history);
    return { result: result.messages.map(({ role, text }) => ({ role, content: text })) };
  },
};

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, i) => `line ${i + 1}`).join("\n");
}
