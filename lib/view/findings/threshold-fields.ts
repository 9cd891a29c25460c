import type { FindingSettings } from "@/lib/core/findings/rule/settings";
import { DEFAULT_SETTINGS } from "@/lib/core/findings/rule/settings";
import { figure } from "../format/format";

/** A threshold as a field of a form: what it is about, in which unit it is given, and what it is when left empty. */
export interface ThresholdField {
  readonly name: keyof FindingSettings;
  readonly label: string;
  readonly unit: "tokens" | "turns" | "%";
  /** As the field shows it; empty where it is as for a new project. */
  readonly value: string;
  readonly placeholder: string;
}

const FIELDS: readonly Pick<ThresholdField, "name" | "label" | "unit">[] = [
  { name: "spikeTokens", label: "Growth of one turn that counts as a spike", unit: "tokens" },
  { name: "toolResultsShare", label: "Share of the window that tool results may fill", unit: "%" },
  { name: "toolResultsFloor", label: "Window below which that share does not matter", unit: "tokens" },
  { name: "turnsLeft", label: "Turns until the budget is spent that are too few", unit: "turns" },
  { name: "expectedTurns", label: "Turns that a session of this kind takes", unit: "turns" },
  {
    name: "checkpointEarlyShare",
    label: "Share of the budget below which a checkpoint is too early",
    unit: "%",
  },
  { name: "budgetTokens", label: "Budget of sessions that declare none", unit: "tokens" },
  { name: "budgetShare", label: "The same as a share of the context window", unit: "%" },
  { name: "schemasShare", label: "Share of the window that tool schemas may fill", unit: "%" },
  { name: "buriedTokens", label: "Tokens on either side of a source that stands deep", unit: "tokens" },
];

/** The thresholds of a project as fields; those that are as for a new project are empty. */
export function thresholdFields(settings: FindingSettings): ThresholdField[] {
  return FIELDS.map(({ name, label, unit }) => {
    const [value, usual] = [settings[name], DEFAULT_SETTINGS[name]];
    const shown = (number: number | null) =>
      number === null ? "" : String(unit === "%" ? Math.round(number * 1_000) / 10 : number);
    return {
      name,
      label,
      unit,
      value: value === usual ? "" : shown(value),
      placeholder: usual === null ? "not known" : figure(Number(shown(usual))),
    };
  });
}
