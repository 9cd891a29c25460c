import type { LimitProvenance } from "@/lib/core/vocabulary";
import { count } from "../format/format";

export interface ModelFieldsInput {
  readonly models: readonly {
    readonly model: string;
    readonly contextWindow?: number | null | undefined;
    readonly maxOutput?: number | null | undefined;
    readonly prices?: ModelPrices | null | undefined;
  }[];
  readonly seen: readonly {
    readonly model: string;
    readonly sessions: number;
    readonly contextWindow: number | null;
    readonly contextWindowProvenance: LimitProvenance;
    readonly otherWindows: readonly number[];
    readonly listed: (Partial<ModelPrices> & { readonly contextWindow: number | null }) | null;
  }[];
}

interface ModelPrices {
  readonly currency: string;
  readonly input: number | null;
  readonly output?: number | null | undefined;
  readonly cacheRead?: number | null | undefined;
  readonly cacheWrite?: number | null | undefined;
}

interface ModelSaid {
  readonly model: string;
  readonly contextWindow: number | null;
  readonly prices: (ModelPrices & { readonly input: number }) | null;
}

export interface ModelRow {
  readonly model: string;
  readonly about: string;
  /** Whether somebody has set it, or its window or its prices are not known. */
  readonly isInQuestion: boolean;
  /** Whether sessions used it whose windows or costs cannot be told. */
  readonly isUnknown: boolean;
  readonly fields: readonly {
    readonly name: ModelField;
    readonly value: string;
    readonly placeholder: string;
  }[];
}

export const MODEL_FIELDS = {
  contextWindow: "Window",
  input: "Input",
  output: "Output",
  cacheRead: "Cache read",
  cacheWrite: "Cache write",
} as const;
export type ModelField = keyof typeof MODEL_FIELDS;
const FIELDS = Object.keys(MODEL_FIELDS) as ModelField[];

export function listModelRows({ models, seen }: ModelFieldsInput): ModelRow[] {
  const names = [...new Set([...models, ...seen].map(({ model }) => model))];
  return names.map((model) => {
    const setting = models.find((candidate) => candidate.model === model);
    const facts = seen.find((candidate) => candidate.model === model);
    const values = { ...setting?.prices, contextWindow: setting?.contextWindow };
    const listedFields = { ...facts?.listed, ...findSeenWindow(facts) };
    return {
      model,
      about: describeAbout(facts),
      isInQuestion: setting !== undefined || !isKnown(listedFields),
      isUnknown:
        facts !== undefined &&
        !isKnown({
          contextWindow: values.contextWindow ?? listedFields.contextWindow,
          input: values.input ?? listedFields.input,
        }),
      fields: FIELDS.map((name) => ({
        name,
        value: describeText(values[name]),
        placeholder: describePlaceholder(name, listedFields[name]),
      })),
    };
  });
}

interface Known {
  readonly contextWindow?: number | null | undefined;
  readonly input?: number | null | undefined;
}

function isKnown({ contextWindow, input }: Known): boolean {
  return contextWindow != null && input != null;
}

/** What the pages of its sessions show, but for what the project itself says. */
function findSeenWindow(facts: ModelFieldsInput["seen"][number] | undefined): {
  contextWindow?: number | null;
} {
  if (facts === undefined || facts.contextWindow === null) return {};
  return facts.contextWindowProvenance === "project settings" ? {} : { contextWindow: facts.contextWindow };
}

function describeAbout(facts: ModelFieldsInput["seen"][number] | undefined): string {
  if (facts === undefined) return "no session";
  const sessions = facts.sessions === 1 ? "1 session" : `${count(facts.sessions)} sessions`;
  if (facts.contextWindow === null) return `${sessions}, window unknown`;
  const by = facts.contextWindowProvenance === "recorded" ? "trace" : facts.contextWindowProvenance;
  const otherWindowsText =
    facts.otherWindows.length === 0 ? "" : `, in some ${facts.otherWindows.map(count).join(" or ")}`;
  return `${sessions}, window by the ${by}${otherWindowsText}`;
}

function describePlaceholder(name: ModelField, value: number | null | undefined): string {
  if (value === null || value === undefined) return "unknown";
  return name === "contextWindow" ? count(value) : describeText(value);
}

function describeText(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/**
 * Models with at least one filled field. `texts` are by model, then by field.
 * @throws Error for a model with other prices than that of input
 */
export function readModels(texts: ReadonlyMap<string, ReadonlyMap<ModelField, string>>): ModelSaid[] {
  return [...texts].flatMap(([model, fields]) => {
    const numbers = new Map(
      [...fields].flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, Number(text)] as const])),
    );
    const contextWindow = numbers.get("contextWindow") ?? null;
    return numbers.size === 0 ? [] : [{ model, contextWindow, prices: readPrices(model, numbers) }];
  });
}

/**
 * What is wrong with the form's fields, by the field and its model.
 * @param problems by the path in the request: `models[0].prices.input`
 * @param models the names, in the order of the request
 */
export function indexModelProblems(
  problems: Readonly<Record<string, string>>,
  models: readonly string[],
): ReadonlyMap<string, ReadonlyMap<ModelField, string>> {
  const found = new Map<string, Map<ModelField, string>>();
  for (const [path, problem] of Object.entries(problems)) {
    const [, place = "", last = ""] = /^models\[(\d+)\]\.(?:prices\.)?(\w+)$/.exec(path) ?? [];
    const [model, field] = [models[Number(place)], FIELDS.find((name) => name === last)];
    if (place === "" || model === undefined || field === undefined) continue;
    found.set(model, (found.get(model) ?? new Map<ModelField, string>()).set(field, problem));
  }
  return found;
}

function readPrices(model: string, numbers: ReadonlyMap<ModelField, number>): ModelSaid["prices"] {
  const at = (name: ModelField) => numbers.get(name) ?? null;
  const otherPrices = { output: at("output"), cacheRead: at("cacheRead"), cacheWrite: at("cacheWrite") };
  const input = at("input");
  if (input !== null) return { currency: "USD", input, ...otherPrices };
  if (Object.values(otherPrices).every((price) => price === null)) return null;
  throw new Error(`${model}: expected the price of input beside the other prices`);
}
