import { z } from "zod";
import type { History } from "../contract/history";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { removeRange } from "../shared/drop-prefix";

const state = z.object({ forgottenTo: z.number().int().nonnegative().default(0) });

/** The events that recall knowledge for the first prompt, if the recording knows them. */
const signals = z.object({ recall: z.array(z.string()).default([]) });

type Input = StepInput<object, z.infer<typeof state>>;

/** On request, the older half leaves. The system message, the first prompt and its recall stay. */
export const openhandsV0ConversationWindow = definePolicy({
  kind: "openhands-v0-conversation-window",
  version: "d6fab190",
  title: "OpenHands V0 conversation window",
  vendor: "OpenHands V0",
  configuration: {
    write: "toml",
    place: "config.toml",
    section: "condenser",
    first: { type: "conversation_window" },
  },
  runsOn: { harness: ["OpenHands"], except: ["OpenHands V1", "OpenHands SDK"] },
  source: "conversation_window_condenser.py at this commit.",
  malformed: "Only results at the start of what stays are looked at, so a later one may miss its call.",
  keepEverything: {},
  options: z.object({}),
  state,
  step,
});

function step({ state, history, request }: Input): StepResult {
  if (!request.requested && !request.overflow) return { changes: [] };
  const essential = essentialEvents(history, new Set(signals.parse(request.signals).recall));
  if (essential === null) return { changes: [], notes: ["There is no prompt, so nothing is forgotten."] };
  const before = [...essential].filter((index) => index < state.forgottenTo).length;
  const visible = history.length - (state.forgottenTo - before);
  const recent = Math.max(1, Math.floor((visible - essential.size) / 2));
  let to = Math.max(0, history.length - recent);
  while (to < history.length && history.at(to).role === "tool") to++;
  const from = state.forgottenTo;
  const changes = removeRange(from, to, (index) => essential.has(index));
  if (changes.length === 0) return { changes: [] };
  state.forgottenTo = to;
  return {
    changes,
    decisions: [
      {
        action: "remove",
        from,
        to,
        rule: "conversation_window",
        reason: `Half of the ${visible - essential.size} events that are not essential stay.`,
        numbers: { events: visible, essential: essential.size, recent },
        reference: null,
      },
    ],
  };
}

function essentialEvents(history: History, recall: ReadonlySet<string>): Set<number> | null {
  const prompt = history.positions("user")[0];
  if (prompt === undefined) return null;
  const system = history.positions("system")[0];
  const recalled = [...recall].map((id) => history.indexOf(id) ?? prompt);
  return new Set([prompt, ...recalled, ...(system === undefined ? [] : [system])]);
}
