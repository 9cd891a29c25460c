import { z } from "zod";
import { PLAINLY } from "@/lib/core/plain-issues";

/** A deprecated option name that the vendor still reads. Its use gives a warning. */
export interface DeprecatedOption {
  readonly name: string;
  readonly instead: string;
  /** The schema of the old option's value, if the options' own schema does not know the name. */
  readonly value?: z.ZodType;
  /** The options that the vendor continues with; left out if it keeps the old name. */
  readonly becomes?: (value: unknown, options: RawOptions) => RawOptions;
}

export type RawOptions = Readonly<Record<string, unknown>>;

export interface PresentOptions {
  readonly options: unknown;
  readonly used: readonly DeprecatedOption[];
  readonly issues: readonly z.core.$ZodIssue[];
}

/** Converts deprecated names to present ones, in the vendor's order and precedence. */
export function readPresentOptions(deprecated: readonly DeprecatedOption[], raw: unknown): PresentOptions {
  const input = z.record(z.string(), z.unknown()).safeParse(raw);
  if (!input.success) return { options: raw, used: [], issues: [] };
  const used = deprecated.filter(({ name }) => input.data[name] !== undefined);
  const issues: z.core.$ZodIssue[] = [];
  let options: RawOptions = input.data;
  for (const { name, value, becomes } of used) {
    const read = value?.safeParse(options[name], PLAINLY);
    if (read?.success === false)
      issues.push(...read.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    if (becomes === undefined) continue;
    const { [name]: old, ...others } = options;
    options = becomes(old, others);
  }
  return { options, used, issues };
}
