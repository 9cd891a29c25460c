import type { LimitProvenance } from "@/lib/core/vocabulary";
import { count } from "./format/format";

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

export interface ModelRow {
  readonly model: string;
  readonly about: string;
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

export function modelRows({ models, seen }: ModelFieldsInput): ModelRow[] {
  const names = [...new Set([...models, ...seen].map(({ model }) => model))];
  return names.map((model) => {
    const said = models.find((one) => one.model === model);
    const facts = seen.find((one) => one.model === model);
    const values = { ...said?.prices, contextWindow: said?.contextWindow };
    const listed = { ...facts?.listed, ...recordedWindow(facts) };
    return {
      model,
      about: aboutOf(facts),
      fields: FIELDS.map((name) => ({
        name,
        value: textOf(values[name]),
        placeholder: placeholderOf(name, listed[name]),
      })),
    };
  });
}

function recordedWindow(facts: ModelFieldsInput["seen"][number] | undefined): {
  contextWindow?: number | null;
} {
  return facts?.contextWindowProvenance === "recorded" ? { contextWindow: facts.contextWindow } : {};
}

function aboutOf(facts: ModelFieldsInput["seen"][number] | undefined): string {
  if (facts === undefined) return "no session";
  const sessions = facts.sessions === 1 ? "1 session" : `${count(facts.sessions)} sessions`;
  return facts.contextWindow === null
    ? `${sessions}, window unknown`
    : `${sessions}, window by the ${facts.contextWindowProvenance === "recorded" ? "trace" : facts.contextWindowProvenance}`;
}

function placeholderOf(name: ModelField, value: number | null | undefined): string {
  if (value === null || value === undefined) return "unknown";
  return name === "contextWindow" ? count(value) : textOf(value);
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The settings of the form: models with at least one filled field. `texts` are by model, then by field. */
export function modelsSaid(
  texts: ReadonlyMap<string, ReadonlyMap<ModelField, string>>,
): { model: string; contextWindow: number | null; prices: ModelPrices | null }[] {
  return [...texts].flatMap(([model, fields]) => {
    const numbers = new Map(
      [...fields].flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, Number(text)] as const])),
    );
    if (numbers.size === 0) return [];
    const at = (name: ModelField) => numbers.get(name) ?? null;
    const priced = numbers.size > (numbers.has("contextWindow") ? 1 : 0);
    const prices = {
      currency: "USD",
      input: at("input"),
      output: at("output"),
      cacheRead: at("cacheRead"),
      cacheWrite: at("cacheWrite"),
    };
    return [{ model, contextWindow: at("contextWindow"), prices: priced ? prices : null }];
  });
}
