import { z } from "zod";

/** A name that an owner still reads though it asks for another one, which is warned about. */
export interface DeprecatedOption {
  readonly name: string;
  /** What the owner asks for instead, in its own words. */
  readonly instead: string;
  /** What the owner takes under this name where no schema of the options knows it. */
  readonly value?: z.ZodType;
  /** The options that the owner goes on with; left out where it goes on with the name itself. */
  readonly becomes?: (value: unknown, options: RawOptions) => RawOptions;
}

/** Options as they were given. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Options in the owner's present names, and which of its older ones were given. */
export interface PresentOptions {
  readonly options: unknown;
  readonly used: readonly DeprecatedOption[];
  readonly issues: readonly z.core.$ZodIssue[];
}

/** Puts older names into present ones, in the order and with the precedence of the owner. */
export function presentOptions(deprecated: readonly DeprecatedOption[], raw: unknown): PresentOptions {
  const given = z.record(z.string(), z.unknown()).safeParse(raw);
  if (!given.success) return { options: raw, used: [], issues: [] };
  const used = deprecated.filter(({ name }) => given.data[name] !== undefined);
  const issues: z.core.$ZodIssue[] = [];
  let options: RawOptions = given.data;
  for (const { name, value, becomes } of used) {
    const read = value?.safeParse(options[name]);
    if (read?.success === false)
      issues.push(...read.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    if (becomes === undefined) continue;
    const { [name]: old, ...others } = options;
    options = becomes(old, others);
  }
  return { options, used, issues };
}
