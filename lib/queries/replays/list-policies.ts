import { z } from "zod";
import type { Checked } from "@/lib/core/checked";
import { POLICIES } from "@/lib/policies/registry";
import { choosePolicy, type PolicyChoice } from "@/lib/replay/choose-policy";
import type { VendorConfiguration } from "@/lib/policies/contract/configuration";
import type { OptionNote } from "@/lib/policies/contract/options";

export interface PolicyEntry {
  readonly kind: string;
  readonly version: string;
  readonly title: string;
  readonly vendor: string;
  readonly source: string;
  readonly checked: Checked | null;
  /** Why its program is no longer there; `null` while it is. */
  readonly archived: string | null;
  readonly options: Record<string, z.core.util.JSONType>;
  readonly configuration: VendorConfiguration | null;
}

export function listPolicies(): PolicyEntry[] {
  return POLICIES.map(
    ({ kind, version, title, vendor, source, checked, archived, options, configuration }) => ({
      kind,
      version,
      title,
      vendor,
      source,
      checked,
      archived: archived ?? null,
      options: z
        .record(z.string(), z.json())
        .parse(JSON.parse(JSON.stringify(z.toJSONSchema(options, { io: "input", unrepresentable: "any" })))),
      configuration: configuration ?? null,
    }),
  );
}

export function checkPolicies(
  choices: readonly PolicyChoice[],
): { problems: OptionNote[]; warnings: OptionNote[] }[] {
  return choices.map(choosePolicy).map((choice) => ({
    problems: choice.ok ? [] : [...choice.problems],
    warnings: choice.ok ? [...choice.warnings] : [],
  }));
}
