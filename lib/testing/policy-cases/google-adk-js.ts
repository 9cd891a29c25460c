import { z } from "zod";
import { googleAdkJs } from "@/lib/policies/google-adk-js";
import type { Message } from "@/lib/policies/contract/message";
import { projectChanges } from "@/lib/policies/project";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const input = z.strictObject({
  policy: z.looseObject({ kind: z.string() }),
  state: z.strictObject({ usage: z.record(z.string(), z.number()).optional() }).prefault({}),
  messages: caseMessages,
});

const SUMMARY = "summary";
const sessionSchema = z.looseObject({ sessionEvents: z.array(z.string()).default([]) });

export const googleAdkJsCases: CaseFamily = {
  policy: "google-adk-js",
  /** The summary's event has the id that the case's stand-in model gave it. */
  inOurWords(expected, raw) {
    const { sessionEvents } = sessionSchema.parse(expected);
    const ids = new Set(input.parse(raw).messages.map(({ id }) => id));
    return { ...expected, sessionEvents: sessionEvents.map((id) => (ids.has(id) ? id : SUMMARY)) };
  },
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const reported = messages.findLast(({ id }) => state.usage?.[id] !== undefined);
    const usage = reported === undefined ? null : (state.usage?.[reported.id] ?? null);
    const request =
      usage === null ? {} : { usage: { input: usage, output: null, cacheRead: null, cacheWrite: null } };
    const signals = { usage: state.usage ?? {} };
    const result = projectChanges(
      googleAdkJs,
      messages,
      { options: knownOptions(googleAdkJs, policy) },
      { ...request, signals },
    );
    const idsOf = (status: string) =>
      result.items.filter((item) => item.status === status).map(({ id }) => id);
    const summarised = idsOf("summarized");
    const removed = new Set(idsOf("removed"));
    const left = messages.filter(({ id }) => !removed.has(id)).map(({ id }) => id);
    const isAppended = policy.kind === "token";
    const kept = left.filter((id) => !summarised.includes(id));
    return {
      shouldCompact: result.changes.length > 0,
      summarised: summarised.length === 0 ? null : summarised,
      sessionEvents: summarised.length === 0 ? left : isAppended ? [...left, SUMMARY] : [SUMMARY, ...kept],
      thoughtsLeft: thoughtful(isAppended ? messages : result.messages),
    };
  },
};

/** The messages with thoughts. A summary that is appended leaves the summarised messages in the session. */
function thoughtful(messages: readonly Message[]): string[] {
  return messages.filter(({ thinking }) => thinking !== undefined).map(({ id }) => id);
}
