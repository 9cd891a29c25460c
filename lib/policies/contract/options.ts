import { isRecord } from "@/lib/core/is-record";

import { PLAINLY, describeIssues } from "@/lib/core/plain-issues";
import { readPresentOptions } from "./deprecated";
import type { Policy } from "./policy";

export interface OptionNote {
  readonly path: string;
  readonly message: string;
}

/**
 * Options as the vendor reads them, or what is wrong with them. Warnings name options that the vendor ignores or
 * deprecates.
 */
export type OptionsReading =
  | { readonly ok: true; readonly options: unknown; readonly warnings: readonly OptionNote[] }
  | { readonly ok: false; readonly problems: readonly OptionNote[] };

export function readOptions(policy: Policy, raw: unknown): OptionsReading {
  const { options, used, issues } = readPresentOptions(policy.deprecated ?? [], raw);
  const result = policy.options.safeParse(options, PLAINLY);
  if (!result.success || issues.length > 0) {
    const problems = issues.length > 0 ? issues : (result.error?.issues ?? []);
    return {
      ok: false,
      problems: problems
        .flatMap(describeIssues)
        .map(({ path, message }) => ({ path: writePath(path), message })),
    };
  }
  const old = used.map(({ name, instead }) => ({
    path: name,
    message: `The vendor reads this option but deprecates it. Use ${instead} instead.`,
  }));
  return { ok: true, options: result.data, warnings: [...old, ...listIgnoredKeys(options, result.data, [])] };
}

function listIgnoredKeys(raw: unknown, read: unknown, path: readonly PropertyKey[]): OptionNote[] {
  if (Array.isArray(raw) && Array.isArray(read)) {
    return raw.flatMap((item, index) => listIgnoredKeys(item, read[index], [...path, index]));
  }
  if (!isRecord(raw) || !isRecord(read)) return [];
  return Object.entries(raw).flatMap(([key, value]) => {
    const here = [...path, key];
    if (key in read) return listIgnoredKeys(value, read[key], here);
    return [{ path: writePath(here), message: "The vendor ignores this option." }];
  });
}

function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}
