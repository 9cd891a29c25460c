import { z } from "zod";
import { namePattern, namePatterns } from "../shared/name-pattern";
import { sumBy } from "../shared/sum";

const PLACEHOLDER = "[Old tool result content cleared]";
const TTL_DEFAULT = "5m";
const TTL_DEFAULT_MS = 300_000;

const tools = z.object({ allow: namePatterns.optional(), deny: namePatterns.optional() });

/** Which results may be pruned, as name patterns; `*` matches anything. */
export type ToolFilter = z.infer<typeof tools>;

const common = {
  /** "off" prunes nothing. The vendor's default is off; choosing the policy here turns it on. */
  mode: z.enum(["cache-ttl", "off"]).default("cache-ttl"),
  /** A duration such as 5m or 1h. Bare digits and numbers are minutes. An invalid duration is replaced by 5m. */
  ttl: z.union([z.string(), z.number()]).default(TTL_DEFAULT),
  tools: tools.default({}),
  hardClear: z
    .object({ enabled: z.boolean().default(true), placeholder: z.string().default(PLACEHOLDER) })
    .prefault({}),
};

export const tunableOptions = z.object({
  ...common,
  keepLastAssistants: z.number().default(3),
  softTrimRatio: z.number().default(0.3),
  hardClearRatio: z.number().default(0.5),
  minPrunableToolChars: z.number().default(50_000),
  softTrim: z
    .object({
      maxChars: z.number().default(4_000),
      headChars: z.number().default(1_500),
      tailChars: z.number().default(1_500),
    })
    .prefault({}),
});

/** `contextPruning` of generation 3, which fixed every threshold. */
export const fixedOptions = z.object(common);

/** Options as the vendor's code uses them: clamped, floored, in milliseconds. */
export interface Settings {
  readonly mode: "cache-ttl" | "off";
  readonly ttlMs: number;
  readonly keepLastAssistants: number;
  readonly softTrimRatio: number;
  readonly hardClearRatio: number;
  readonly minPrunableToolChars: number;
  readonly tools: ToolFilter;
  readonly softTrim: { readonly maxChars: number; readonly headChars: number; readonly tailChars: number };
  readonly hardClear: { readonly enabled: boolean; readonly placeholder: string };
}

export type Duration = (text: string) => number | null;

/**
 * Reads options as the vendor does: ratios are clamped to 0..1, counts are floored, unreadable values get their default.
 * The generations read durations differently.
 */
export function readPruningSettings(options: z.infer<typeof tunableOptions>, duration: Duration): Settings {
  const { softTrim, hardClear } = options;
  return {
    mode: options.mode,
    ttlMs: duration(String(options.ttl)) ?? TTL_DEFAULT_MS,
    keepLastAssistants: count(options.keepLastAssistants),
    softTrimRatio: limitRatio(options.softTrimRatio),
    hardClearRatio: limitRatio(options.hardClearRatio),
    minPrunableToolChars: count(options.minPrunableToolChars),
    tools: options.tools,
    softTrim: {
      maxChars: count(softTrim.maxChars),
      headChars: count(softTrim.headChars),
      tailChars: count(softTrim.tailChars),
    },
    hardClear: { enabled: hardClear.enabled, placeholder: hardClear.placeholder.trim() || PLACEHOLDER },
  };
}

export function readFixedSettings(options: z.infer<typeof fixedOptions>): Settings {
  return readPruningSettings(tunableOptions.parse(options), parseCompositeDuration);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Generation 1: one number with a unit, or bare digits for minutes. */
export const parseSingleDuration: Duration = (text) => {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim().toLowerCase());
  return match === null ? null : Math.round(Number(match[1]) * (UNIT_MS[match[2] ?? "m"] ?? 0));
};

/** Generations 2 and 3: also several numbers in a row, each with its unit, such as 1h30m. */
export const parseCompositeDuration: Duration = (text) => {
  const trimmed = text.trim().toLowerCase();
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d)){2,}$/.test(trimmed)) return parseSingleDuration(trimmed);
  const parts = trimmed.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/gy);
  return Math.round(sumBy([...parts], ([, value, unit = ""]) => Number(value) * (UNIT_MS[unit] ?? 0)));
};

function count(value: number): number {
  return Math.max(0, Math.floor(value));
}

function limitRatio(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/**
 * Whether results of a tool may be pruned. Names and patterns are lower case; `deny` wins; no `allow` list allows all.
 */
export function makeToolMatcher({ allow = [], deny = [] }: ToolFilter): (toolName: string) => boolean {
  const [denied, allowed] = [makePatterns(deny), makePatterns(allow)];
  return (toolName) => {
    const name = toolName.trim().toLowerCase();
    if (denied.some((pattern) => pattern(name))) return false;
    return allowed.length === 0 || allowed.some((pattern) => pattern(name));
  };
}

function makePatterns(globs: readonly string[]): ((name: string) => boolean)[] {
  return globs
    .map((glob) => glob.trim().toLowerCase())
    .filter((glob) => glob !== "")
    .map(namePattern);
}
