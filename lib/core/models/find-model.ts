import type { EpochMs, Tokens } from "../units";
import { asksForMillion, canonicalName, isModel } from "./model-name";
import type { ModelEntry, ModelVendor, TokenizerFacts } from "./model-table";
import { MODEL_TABLE } from "./model-table";

/** A model of the table with its vendor. */
export interface KnownModel {
  readonly entry: ModelEntry;
  readonly vendor: ModelVendor;
}

const BY_LENGTH = MODEL_TABLE.flatMap((vendor) =>
  vendor.models.flatMap((entry) =>
    [entry.id, ...(entry.aliases ?? [])].map((name) => ({ name, entry, vendor })),
  ),
).sort((a, b) => b.name.length - a.name.length);

const found = new Map<string, KnownModel | null>();
const REMEMBERED_MAX = 5_000;

/** The model of a name as any host spells it: the longest entry that the name is. Null where the table has none. */
export function findModel(model: string | null): KnownModel | null {
  if (model === null) return null;
  const known = found.get(model);
  if (known !== undefined) return known;
  const name = canonicalName(model);
  const match = BY_LENGTH.find((one) => isModel(name, one.name));
  const result = match === undefined ? null : { entry: match.entry, vendor: match.vendor };
  if (found.size < REMEMBERED_MAX) found.set(model, result);
  return result;
}

/** The context window that the table gives a model at a time; null where it does not say. */
export function tableWindow(model: string | null, at: EpochMs | null): Tokens | null {
  const entry = findModel(model)?.entry;
  if (entry?.window === undefined) return null;
  if (model !== null && asksForMillion(model.toLowerCase())) return Math.max(entry.window, MILLION);
  const { earlier } = entry;
  return earlier !== undefined && at !== null && at < Date.parse(earlier.before)
    ? earlier.window
    : entry.window;
}

const MILLION = 1_000_000;

/** The tokenizer of a model: its own entry's, else that of the family its name belongs to. Null where nothing is known. */
export function tableTokenizer(model: string | null): TokenizerFacts | null {
  const known = findModel(model);
  if (known !== null) return known.entry.tokenizer ?? known.vendor.tokenizer;
  if (model === null) return null;
  const name = canonicalName(model);
  return MODEL_TABLE.find(({ family }) => family.test(name))?.tokenizer ?? null;
}
