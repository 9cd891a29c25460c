import { z } from "zod";
import { History } from "@/lib/policies/contract/history";
import { openaiAgentsJs } from "@/lib/policies/openai-agents-js";
import {
  CANDIDATES_THRESHOLD,
  countCandidates,
  countItems,
  resolveMode,
} from "@/lib/policies/openai-agents-js";
import { computeSandboxThreshold } from "@/lib/policies/openai-agents-js/sandbox-threshold";
import { projectChanges } from "@/lib/policies/project";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";

const input = z.strictObject({
  policy: z.strictObject({
    kind: z.string(),
    limit: z.number().optional(),
    model: z.string().optional(),
    force: z.boolean().default(false),
  }),
  state: z
    .strictObject({
      compactionMode: z.enum(["auto", "input", "previous_response_id"]).default("auto"),
      responseId: z.string().nullable().default(null),
      store: z.boolean().nullable().default(null),
      force: z.boolean().default(false),
    })
    .prefault({}),
  messages: caseMessages,
});

type Case = z.infer<typeof input>;

export const openaiAgentsJsCases: CaseFamily = {
  policy: "openai-agents-js",
  run(raw) {
    const one = input.parse(raw);
    if (one.policy.kind === "compaction-session") return runSession(one);
    const { messages } = projectChanges(openaiAgentsJs, one.messages, { options: one.policy });
    const kept = messages.map(({ id }) => id);
    return one.policy.kind === "sandbox"
      ? { threshold: computeSandboxThreshold(one.policy.model ?? null), kept }
      : { kept };
  },
};

function runSession({ policy, state, messages }: Case) {
  const ids = messages.map(({ id }) => id);
  const history = new History();
  history.append(messages);
  const untouched = { triggered: false, error: null, mode: null, inputItems: null, after: ids };
  try {
    const mode = resolveMode(state.compactionMode, state.responseId, state.store);
    const candidates = history.measure(countCandidates).total();
    if (!(policy.force || state.force) && candidates < CANDIDATES_THRESHOLD) return untouched;
    const inputItems = mode === "input" ? history.measure(countItems).total() : null;
    return { triggered: true, error: null, mode, inputItems, after: ["cmp"] };
  } catch {
    return { ...untouched, error: "throws" };
  }
}
