import { z } from "zod";
import type { Message } from "@/lib/policies/contract/message";
import { openhandsV0 } from "@/lib/policies/openhands-v0";
import type { Policy } from "@/lib/policies/contract/policy";
import { projectChanges, type ProjectedRequest } from "@/lib/policies/project";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const input = z.strictObject({
  events: z.string(),
  config: z.unknown(),
  condensationRequest: z.boolean().default(false),
  response: z.strictObject({ ids: z.array(z.number()) }).optional(),
  urls: z.record(z.string(), z.string()).optional(),
});

/** Cases of the V0 condensers: numbered events described in a sentence, and the view or the condensation. */
export const openhandsV0Cases: readonly CaseFamily[] = [
  family(openhandsV0.recentEvents, viewOnly),
  family(openhandsV0.observationMasking, viewOnly),
  family(openhandsV0.amortizedForgetting, viewOrCondensation(null, null)),
  family(openhandsV0.llmSummarizing, viewOrCondensation("SUM", 1)),
  family(openhandsV0.conversationWindow, viewOrCondensation(null, null)),
  family(openhandsV0.llmAttention, forgottenOrView),
  family(openhandsV0.browserOutput, viewOnly),
];

type Report = (result: ProjectedRequest, config: unknown) => object;

function family(policy: Policy, report: Report): CaseFamily {
  return {
    policy: policy.kind,
    run(raw) {
      const { events, config, condensationRequest, response, urls } = input.parse(raw);
      const summarize = () => ({ text: "SUM", tokens: 1, simulated: false });
      const { messages, recall } = eventsOf(events);
      const signals = { recall, attention: response?.ids.map(String) ?? null, browser: urls ?? {} };
      const request = { requested: condensationRequest, summarize, signals };
      return report(
        projectChanges(policy, messages, { options: knownOptions(policy, config) }, request),
        config,
      );
    },
  };
}

function viewOnly({ messages }: ProjectedRequest): object {
  return {
    view: messages.map(({ id, text }) =>
      text === `event ${Number.parseInt(id, 10)}` ? Number.parseInt(id, 10) : text,
    ),
  };
}

function viewOrCondensation(summary: string | null, offset: number | null): Report {
  return (result, config) => {
    const forgotten = result.items.filter(({ status }) => status !== "kept").map(({ id }) => Number(id));
    if (forgotten.length === 0) return viewOnly(result);
    const { keep_first } = z.object({ keep_first: z.number().default(1) }).parse(config);
    const summaryOffset = offset === null ? null : keep_first;
    return { condensation: { forgotten, summary, summaryOffset } };
  };
}

/** The ranking condenser condenses whenever it is asked to, even if it then forgets nothing. */
function forgottenOrView(result: ProjectedRequest): object {
  if (result.triggers?.some(({ fired }) => fired) !== true) return viewOnly(result);
  const forgotten = result.items.filter(({ status }) => status !== "kept").map(({ id }) => Number(id));
  return { condensation: { forgotten, summary: null, summaryOffset: null } };
}

/**
 * Even numbers are actions and odd ones observations, except for the system message, first prompt and recall that the
 * text names.
 */
function eventsOf(sentence: string): { messages: Message[]; recall: string[] } {
  const range = /\d+\.\.(\d+)/.exec(sentence);
  const count = /(\d+) events/.exec(sentence);
  if (range === null && count === null)
    throw new Error("events: expected how many, or the first..last of them");
  const last = range !== null ? Number(range[1]) : Number(count?.[1]) - 1;
  const actions = /odd ?= ?action/.test(sentence) ? 1 : 0;
  const named = new Map<number, Message["role"]>();
  const recall: string[] = [];
  for (const [, id, what] of sentence.matchAll(
    /(?:^|[ ,])(\d+) (system|first user|recall observation|its observation|recall)/g,
  )) {
    if (id === undefined || what === undefined) continue;
    if (what === "system") named.set(Number(id), "system");
    else if (what === "first user") named.set(Number(id), "user");
    else recall.push(id);
  }
  const messages = Array.from({ length: last + 1 }, (_, i): Message => {
    const role = named.get(i) ?? (i % 2 === actions ? "assistant" : "tool");
    return { id: String(i), role, text: `event ${i}` };
  });
  return { messages, recall };
}
