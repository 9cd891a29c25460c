import { parseArgs } from "node:util";

/** By flag. A gate is the highest allowed value. */
export const GATES = {
  "max-dangling": "dangling",
  "max-evictions": "evictions",
  "max-unrestorable": "unrestorable",
  "max-constraints-lost": "constraintsLost",
  "max-duplicates-caused": "duplicatesCaused",
  "max-over-budget": "turnsOverBudget",
  "max-peak": "peak",
  "max-tokens": "tokensSent",
  "max-price": "price",
} as const;
export type Gate = keyof typeof GATES;

export interface ReplayArguments {
  readonly place: string;
  /** Files with policies: `{kind, options, …}`, a list of them, or JSON5. */
  readonly files: readonly string[];
  readonly budget: number | null;
  readonly contextWindow: number | null;
  readonly pin: boolean;
  readonly gates: readonly { readonly flag: Gate; readonly most: number }[];
}

export const USAGE =
  "npm run replay -- SESSION|FILE --policy FILE… [--pin] [--budget TOKENS] [--context-window TOKENS]\n" +
  `  gates: ${Object.keys(GATES)
    .map((flag) => `--${flag} N`)
    .join(" ")}`;

/** @throws Error that says what is wrong with the arguments */
export function readArguments(args: readonly string[]): ReplayArguments {
  const gateFlags = Object.fromEntries(Object.keys(GATES).map((flag) => [flag, { type: "string" as const }]));
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      policy: { type: "string", multiple: true, default: [] },
      pin: { type: "boolean", default: false },
      budget: { type: "string" },
      "context-window": { type: "string" },
      ...gateFlags,
    },
  });
  const [place, ...more] = positionals;
  const files = [...values.policy, ...more];
  if (place === undefined || files.length === 0) throw new Error(`name a session and a policy: ${USAGE}`);
  const stated: Readonly<Record<string, unknown>> = values;
  return {
    place,
    files,
    pin: values.pin,
    budget: readNumber("budget", values.budget),
    contextWindow: readNumber("context-window", values["context-window"]),
    gates: (Object.keys(GATES) as Gate[]).flatMap((flag) => {
      const most = readNumber(flag, stated[flag]);
      return most === null ? [] : [{ flag, most }];
    }),
  };
}

function readNumber(flag: string, text: unknown): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (typeof text !== "string" || !Number.isFinite(value) || value < 0)
    throw new Error(`--${flag} wants a number that is not negative, not ${String(text)}`);
  return value;
}
