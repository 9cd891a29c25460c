import type { EpochMs, Tokens } from "../units";
import { asksForMillion, normaliseModelName, isModel } from "./model-name";
import { MODEL_TABLE } from "./model-table";
import type { ModelEntry, ModelTokenizer, ModelVendor } from "./table/entry";

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

/** The model for a name in any host's spelling: the longest matching entry. `null` if the table has none. */
export function findModel(model: string | null): KnownModel | null {
  if (model === null) return null;
  const cached = found.get(model);
  if (cached !== undefined) return cached;
  const name = normaliseModelName(model);
  const match = BY_LENGTH.find((entry) => isModel(name, entry.name));
  const result = match === undefined ? null : { entry: match.entry, vendor: match.vendor };
  if (found.size < REMEMBERED_MAX) found.set(model, result);
  return result;
}

/**
 * The context window that the table gives for a model at that time; `null` if it gives none.
 * @param largest the largest request that the model is known to have taken. If it is larger than the window, the model's
 *   next larger window must have applied; `null` if the table knows none.
 */
export function findTableWindow(
  model: string | null,
  at: EpochMs | null,
  largest: Tokens = 0,
): Tokens | null {
  const entry = findModel(model)?.entry;
  if (entry?.window === undefined) return null;
  const { window, earlier, extended = 0 } = entry;
  const windows =
    model !== null && asksForMillion(model.toLowerCase())
      ? [Math.max(window, MILLION)]
      : [
          earlier !== undefined && at !== null && at < Date.parse(earlier.before) ? earlier.window : window,
          window,
          extended,
        ];
  return windows.find((size) => size >= largest) ?? null;
}

const MILLION = 1_000_000;

/** The tokenizer of a model: from its own entry, else from its name's family. `null` if neither is known. */
export function findTableTokenizer(model: string | null): ModelTokenizer | null {
  const knownModel = findModel(model);
  if (knownModel !== null) return knownModel.entry.tokenizer ?? knownModel.vendor.tokenizer;
  return model === null ? null : (findVendor(model)?.tokenizer ?? null);
}

/** What tells the clients of a session apart: whose model is called, or the model's name where nobody is known to make it. */
export function nameClient(model: string | null | undefined): string {
  if (model === null || model === undefined) return "";
  return (findModel(model)?.vendor ?? findVendor(model))?.vendor ?? normaliseModelName(model);
}

/** Whether two names are of one model, in whatever spelling: its name, a date behind it, a host's form of it. */
export function isSameModel(a: string, b: string): boolean {
  if (a === b) return true;
  const [entry, otherEntry] = [findModel(a)?.entry, findModel(b)?.entry];
  if (entry !== undefined || otherEntry !== undefined) return entry === otherEntry;
  const [name, otherName] = [normaliseModelName(a), normaliseModelName(b)];
  return isModel(name, otherName) || isModel(otherName, name);
}

function findVendor(model: string): ModelVendor | undefined {
  const name = normaliseModelName(model);
  return MODEL_TABLE.find(({ family }) => family.test(name));
}
