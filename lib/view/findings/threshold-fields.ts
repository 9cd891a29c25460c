import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import { DEFAULT_SETTINGS } from "@/lib/core/findings/rule/settings";
import { formatFigure, plural } from "../format/format";

export interface ThresholdField {
  readonly name: keyof FindingSettings;
  readonly label: string;
  readonly unit: "tokens" | "turns" | "%";
  readonly example: string;
  readonly codes: readonly string[];
  /** In how many sessions it is found with the limits of now, as a sentence. */
  readonly effect: string;
  /** Whether somebody has set it, or sessions have findings of it. */
  readonly isInQuestion: boolean;
  readonly value: string;
  readonly placeholder: string;
}

const FIELDS: readonly Pick<ThresholdField, "name" | "label" | "unit" | "example" | "codes">[] = [
  {
    name: "spikeTokens",
    label: "How many tokens may one turn add before that is a spike?",
    unit: "tokens",
    example: "A file of 400 lines is about 4,000 tokens.",
    codes: ["context.spike"],
  },
  {
    name: "toolResultsShare",
    label: "How much of the window may tool results fill?",
    unit: "%",
    example: "Above it a note says which tool fills the window.",
    codes: ["context.tool_results_dominate"],
  },
  {
    name: "toolResultsFloor",
    label: "Below which size of the window does that not matter?",
    unit: "tokens",
    example: "The second turn of a session is mostly tool results, and that is no fault.",
    codes: ["context.tool_results_dominate"],
  },
  {
    name: "turnsLeft",
    label: "How few turns until the budget is spent are too few?",
    unit: "turns",
    example: "With 5, a session that has four turns left at its pace says so.",
    codes: ["context.turns_left"],
  },
  {
    name: "expectedTurns",
    label: "How many turns does a session of this kind take?",
    unit: "turns",
    example: "If you set it, a session whose budget will not last that long gets an early warning.",
    codes: ["checkpoint.too_early"],
  },
  {
    name: "checkpointEarlyShare",
    label: "Below which share of the budget is a checkpoint too early?",
    unit: "%",
    example: "A checkpoint at a tenth of the budget throws away what still fitted.",
    codes: ["checkpoint.too_early"],
  },
  {
    name: "budgetTokens",
    label: "Which budget do sessions have that declare none?",
    unit: "tokens",
    example: "160,000 leaves a fifth of a window of 200,000 free.",
    codes: ["context.budget_exceeded"],
  },
  {
    name: "budgetShare",
    label: "Otherwise, which share of the context window is their budget?",
    unit: "%",
    example: "Counts where no number of tokens is given.",
    codes: ["context.budget_exceeded"],
  },
  {
    name: "cacheBrokenShare",
    label: "How much of the cost may losses of the prompt cache take?",
    unit: "%",
    example: "A loss of 100,000 tokens costs as much as reading them a dozen times.",
    codes: ["cache.broken"],
  },
  {
    name: "schemasShare",
    label: "How much of the window may tool schemas fill?",
    unit: "%",
    example: "Forty tools of 500 tokens fill a tenth of 200,000.",
    codes: ["tools.all_exposed"],
  },
  {
    name: "buriedTokens",
    label: "How many tokens on either side bury a source?",
    unit: "tokens",
    example: "What stands in the middle of a long window is read least.",
    codes: ["source.buried"],
  },
];

/**
 * A default is an empty field.
 * @param found the number of sessions that have each finding now
 */
export function listThresholdFields(
  settings: FindingSettings,
  found: ReadonlyMap<string, number> = new Map(),
): ThresholdField[] {
  return FIELDS.map(({ name, label, unit, example, codes }) => {
    const [value, usual] = [settings[name], DEFAULT_SETTINGS[name]];
    const shown = (number: number | null) =>
      number === null ? "" : String(unit === "%" ? Math.round(number * 1_000) / 10 : number);
    return {
      name,
      label,
      unit,
      example,
      codes,
      effect: describeEffect(codes, found),
      isInQuestion: value !== usual || codes.some((code) => (found.get(code) ?? 0) > 0),
      value: value === usual ? "" : shown(value),
      placeholder: usual === null ? "not known" : formatFigure(Number(shown(usual))),
    };
  });
}

function describeEffect(codes: readonly string[], found: ReadonlyMap<string, number>): string {
  const sessions = Math.max(0, ...codes.map((code) => found.get(code) ?? 0));
  return sessions === 0 ? "Now found in no session." : `Now found in ${plural(sessions, "session")}.`;
}
