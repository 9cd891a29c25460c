import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { hideOldest, readVisible, rooState } from "../roo-sliding-window/hide";
import { findUnitAt } from "../shared/units";
import { summarizeRange } from "../shared/summarize-range";
import { makeTokenTrigger } from "../shared/used-tokens";
import { measureContext, decide, computeEffectiveThreshold } from "../roo-sliding-window/thresholds";

const options = z.object({
  autoCondenseContext: z.boolean().default(true),
  autoCondenseContextPercent: z.number().default(100),
  /** Percentages of single profiles; -1 means the global percentage. */
  profileThresholds: z.record(z.string(), z.number()).default({}),
  currentProfileId: z.string().default("default"),
});

const state = rooState.extend({ summaryTokens: z.number().nonnegative().default(0) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const rooContextManagement = definePolicy({
  kind: "roo-context-management",
  version: "cb836567",
  title: "Roo context management",
  vendor: "Roo Code",
  runsOn: { harness: ["Roo Code"] },
  source:
    "manageContext of src/core/context-management at this commit; that a summary stands for all but the newest message is assumed.",
  checked: { on: "2026-11-22", against: "Roo-Code cb836567, context-management/index.ts" },
  archived: "Roo Code was shut down on 2026-05-15.",
  malformed: "Messages are hidden by count: a result may stay whose call is hidden.",
  keepEverything: null,
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, request } = input;
  readVisible(input);
  const { used, allowed } = measureContext(request, input.shown, input.history);
  if (request.contextWindow === null || allowed === null)
    return { changes: [], notes: ["The context window is not known."] };
  const threshold = computeEffectiveThreshold(
    options.autoCondenseContextPercent,
    options.profileThresholds[options.currentProfileId],
  );
  const action = decide({
    tokens: used.tokens,
    contextWindow: request.contextWindow,
    allowed,
    auto: options.autoCondenseContext,
    threshold,
  });
  const triggers = [makeTokenTrigger("context", used, allowed, action !== "none")];
  if (action === "none") return { changes: [], triggers };
  const why = `${used.tokens} tokens, ${Math.floor(allowed)} allowed, condensed at ${threshold} %`;
  const condensed =
    action === "condense" && request.signals.summarizerFails !== true ? runCondense(input, why) : null;
  const result = condensed ?? (used.tokens > allowed ? hideOldest(input, 0.5, why) : { changes: [] });
  return { ...result, triggers };
}

function runCondense(input: Input, reason: string): StepResult | null {
  const { state, history } = input;
  let keptUnits = 1;
  while (
    keptUnits < state.visible.length &&
    history.at(findUnitAt(state.visible, state.visible.length - keptUnits)).role === "tool"
  )
    keptUnits++;
  const leaving = state.visible.slice(0, state.visible.length - keptUnits);
  const [from] = leaving;
  const to = state.visible[leaving.length];
  if (from === undefined || to === undefined) return null;
  const range = summarizeRange(input, {
    parts: [{ from, to }],
    before: to,
    id: "roo:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: "condense",
    reason,
  });
  state.visible = state.visible.slice(leaving.length);
  state.summaryTokens = range.tokens;
  const markers = Array.from(
    { length: state.markers },
    (_, i) => ({ status: "withdrawn", id: `roo:marker-${i}` }) as const,
  );
  return { ...range, changes: [...markers, ...range.changes] };
}
