import { z } from "zod";
import { writeCanonicalJson, hashContent } from "../hash";
import { normaliseModelName } from "./model-name";
import { MODEL_TABLE, MODEL_TABLE_DATE } from "./model-table";

const tokens = z.int().min(1).max(1_000_000_000);
const price = z.number().nonnegative().max(1_000_000);

/** A project's own figures for a model. A field that is left out keeps the table's value. */
export const modelSettingSchema = z
  .strictObject({
    model: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("a model's name; dates and hosts' spellings of it are meant too"),
    contextWindow: tokens.nullish().describe("tokens of input and output together"),
    maxOutput: tokens.nullish().describe("the longest answer in tokens; the model table's where left out"),
    prices: z
      .strictObject({
        currency: z.string().min(1).max(10).default("USD").describe("the currency of the prices"),
        input: price.describe("per million tokens, as all prices"),
        output: price.nullish().describe("price of output"),
        cacheRead: price.nullish().describe("price of input read from the prompt cache"),
        cacheWrite: price.nullish().describe("price of input written to the prompt cache"),
        cacheWriteHour: price
          .nullish()
          .describe(
            "price of input that the prompt cache keeps for an hour; the provider's multiple of input where left out",
          ),
      })
      .nullish()
      .describe("prices per million tokens; the model table's where left out"),
  })
  .meta({ id: "ModelSetting" });
export type ModelSetting = z.output<typeof modelSettingSchema>;

export const MODEL_SETTINGS_MAX = 200;

export const modelSettingsSchema = z
  .array(modelSettingSchema)
  .max(MODEL_SETTINGS_MAX)
  .superRefine((settings, context) => {
    const names = settings.map(({ model }) => normaliseModelName(model));
    names.forEach((name, i) => {
      if (names.indexOf(name) < i)
        context.addIssue({ code: "custom", path: [i, "model"], message: "the list has this model already" });
    });
  });

/** Identifies the model table and a project's settings together. Data derived under another stamp is out of date. */
export function computeModelsStamp(settings: readonly ModelSetting[]): string {
  return hashContent(writeCanonicalJson([MODEL_TABLE_DATE, TABLE_HASH, settings])).slice(0, STAMP_CHARS);
}

const STAMP_CHARS = 16;

const TABLE_HASH = hashContent(
  writeCanonicalJson(MODEL_TABLE.map(({ family, ...vendor }) => ({ ...vendor, family: family.source }))),
);
