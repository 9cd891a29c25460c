import type { AlertRows } from "../alerts/alert-model";
import type { ThresholdField } from "../findings/threshold-fields";
import { count, plural } from "../format/format";
import type { JudgeFields } from "../judge/judge-fields";
import type { ModelRow } from "./model-fields";
import type { KeyRow } from "./settings-model";
import type { SettingsTab } from "./settings-tabs";

interface SettingsInput {
  readonly keys: readonly KeyRow[];
  readonly members: { readonly members: readonly unknown[] };
  readonly thresholds: readonly ThresholdField[];
  readonly models: { readonly rows: readonly ModelRow[] };
  readonly alerts: Pick<AlertRows, "rules">;
  readonly judge: Pick<JudgeFields, "isOn">;
  readonly retention: {
    readonly days: number | null;
    readonly tags: readonly unknown[];
    readonly megabytes: number | null;
  };
}

/** How each part of the settings stands, in a few words beside its name. */
export function describeSettings(
  { keys, members, thresholds, models, alerts, judge, retention }: SettingsInput,
  isTeam: boolean,
): Readonly<Record<SettingsTab, string>> {
  const people = isTeam ? `${describePeople(members.members.length)}, ` : "";
  const working = keys.filter(({ state }) => state === "works").length;
  return {
    access: `${people}${working === 0 ? "no key" : plural(working, "key")}`,
    findings: describeFindings(thresholds, models.rows),
    alerts: alerts.rules.length === 0 ? "no rule" : plural(alerts.rules.length, "rule"),
    judge: judge.isOn ? "on" : "off",
    data: describeKeeping(retention),
  };
}

function describePeople(people: number): string {
  return people === 1 ? "1 person" : `${count(people)} people`;
}

/** What is not known comes first: it is what is to be decided. */
function describeFindings(thresholds: readonly ThresholdField[], models: readonly ModelRow[]): string {
  const unknown = models.filter(({ isUnknown }) => isUnknown).length;
  if (unknown > 0) return `${plural(unknown, "model")} not known`;
  const set = thresholds.filter(({ value }) => value !== "").length;
  return set === 0 ? "usual limits" : `${plural(set, "limit")} set`;
}

function describeKeeping({ days, tags, megabytes }: SettingsInput["retention"]): string {
  if (days !== null) return `kept ${plural(days, "day")}`;
  return tags.length > 0 || megabytes !== null ? "kept by rules" : "kept for ever";
}
