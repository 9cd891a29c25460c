import { z } from "zod";
import { googleAdkJs } from "../google-adk-js";
import { project } from "../project";
import type { CaseFamily } from "./family";
import { neutralMessages } from "./neutral-messages";

const input = z.object({
  policy: z.looseObject({ kind: z.string() }),
  state: z.object({ usage: z.record(z.string(), z.number()).optional() }).prefault({}),
  messages: neutralMessages,
});

/** Cases of the Agent Development Kit: session events before and after one compactor. */
export const googleAdkJsCases: CaseFamily = {
  policy: "google-adk-js",
  run(raw) {
    const { policy, state, messages } = input.parse(raw);
    const reported = messages.findLast(({ id }) => state.usage?.[id] !== undefined);
    const usage = reported === undefined ? null : (state.usage?.[reported.id] ?? null);
    const result = project(
      googleAdkJs,
      messages,
      { options: policy },
      usage === null ? {} : { usage: { input: usage, output: null, cacheRead: null, cacheWrite: null } },
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
      sessionEvents:
        summarised.length === 0 ? left : isAppended ? [...left, "summary"] : ["summary", ...kept],
      thoughtsLeft: result.messages.filter(({ thinking }) => thinking !== undefined).map(({ id }) => id),
    };
  },
};
