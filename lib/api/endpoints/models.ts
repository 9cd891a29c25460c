import { z } from "zod";
import { modelSettingsSchema } from "@/lib/core/models/model-settings";
import { LIMIT_PROVENANCES } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import { tokensField } from "@/lib/core/trace/fields";

const basicPriceFields = {
  input: z.number().nullable().describe("per million tokens, as all prices"),
  output: z.number().nullable().describe("price of output; null where unknown"),
  cacheRead: z.number().nullable().describe("price of input read from the prompt cache"),
  cacheWrite: z.number().nullable().describe("price of input written to the prompt cache"),
};

const priceListFields = {
  cacheWriteHour: z
    .number()
    .nullable()
    .describe("price of input that the prompt cache keeps for an hour; null where unknown"),
  long: z
    .object({
      above: z.int().describe("the size of a request in tokens above which other prices hold"),
      input: z.number().describe("the price of all of its input, as a multiple"),
      output: z.number().describe("the price of its output, as a multiple"),
    })
    .nullable()
    .describe("the step of long requests; null for none"),
  tiers: z.record(z.string(), z.number()).describe("service tiers: all prices, as multiples"),
  webSearch: z.number().nullable().describe("price of one web search of the provider; null where unknown"),
  before: z.string().nullable().describe("the first day after these prices; null for those of today"),
  source: z.string().describe("where the prices come from, and when they were read"),
};

const seenModelSchema = z
  .object({
    model: z.string().describe("the model's name"),
    sessions: z.int().describe("sessions that called it"),
    contextWindow: tokensField.describe("the size of its context window in tokens; null where unknown"),
    contextWindowProvenance: z.enum(LIMIT_PROVENANCES).describe("who says how large the window is"),
    otherWindows: z
      .array(z.int())
      .describe("other sizes that some of its sessions have: a model's window changes from one day on"),
    listed: z
      .object({
        contextWindow: tokensField.describe("the size of the context window in tokens; null where unknown"),
        maxOutput: tokensField.describe("the longest answer in tokens; null where unknown"),
        currency: z.string().describe("the currency of the prices"),
        input: z.number().nullable().describe("per million tokens, as all prices"),
        output: z.number().nullable().describe("price of output; null where unknown"),
        cacheRead: z
          .number()
          .nullable()
          .describe("price of input read from the prompt cache; null where unknown"),
        cacheWrite: z
          .number()
          .nullable()
          .describe("price of input written to the prompt cache; null where unknown"),
        ...priceListFields,
        earlier: z
          .array(z.object({ ...basicPriceFields, ...priceListFields }))
          .describe("the prices that held before, the latest first"),
      })
      .nullable()
      .describe("its entry in the model table; null where the table lacks the model"),
  })
  .meta({ id: "SeenModel" });
export type SeenModel = z.output<typeof seenModelSchema>;

export const modelsBody = z
  .strictObject({ models: modelSettingsSchema.describe("what the project says in place of the model table") })
  .meta({ id: "ModelSettings" });

const modelsResult = z.object({
  models: modelSettingsSchema.describe("what the project says in place of the table"),
  tableDate: z.string().describe("when the figures of the model table were read"),
  seen: z.array(seenModelSchema).describe("the models of the project's sessions, the most used first"),
});
export type ModelsResult = z.output<typeof modelsResult>;

export const getModels = endpoint({
  method: "GET",
  path: "/api/v1/models",
  summary: "Context windows and prices of the models that the project's sessions ran on",
  description:
    "A trace's own figure comes first, then the project's settings, then the model table. A model that none of them knows has no window and no price.",
  scope: "manage",
  response: modelsResult,
});

export const setModels = endpoint({
  method: "PUT",
  path: "/api/v1/models",
  summary: "Say what models are, in place of the model table",
  description:
    "Takes the place of the whole list. Sessions are derived and analysed again with it in the background.",
  scope: "manage",
  body: { "application/json": modelsBody },
  response: modelsResult,
});
