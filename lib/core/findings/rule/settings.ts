import { z } from "zod";

const tokens = z.int().min(1);
const share = z.number().min(0).max(1);

/**
 * The defaults come from the stories behind the rules. None claims to be the size at which a model begins to
 * fail: this is a gradient.
 */
export const findingSettingsSchema = z
  .object({
    spikeTokens: tokens.default(4_000).describe("growth of one turn that counts as a spike"),
    toolResultsShare: share.default(0.6).describe("share of the window that tool results may fill"),
    toolResultsFloor: tokens.default(8_000).describe("window below which that share does not matter"),
    turnsLeft: z.int().min(1).default(5).describe("turns until the budget is spent that are too few"),
    expectedTurns: z
      .int()
      .min(1)
      .nullable()
      .default(null)
      .describe("turns that a session of this kind takes"),
    checkpointEarlyShare: share
      .default(0.4)
      .describe("share of the budget below which a checkpoint is too early"),
    budgetTokens: tokens
      .nullable()
      .default(null)
      .describe("budget of sessions that declare none, in tokens; comes before the share"),
    budgetShare: share
      .default(0.8)
      .describe("budget of sessions that declare none, as a share of the context window"),
    cacheBrokenShare: share
      .default(0.1)
      .describe(
        "share of the input's cost that losses of the prompt cache may take before that is a warning",
      ),
    schemasShare: share.default(0.2).describe("share of the window that tool schemas may fill"),
    buriedTokens: tokens
      .default(20_000)
      .describe("tokens on either side of a source that stands deep in a window"),
  })
  .prefault({});

export type FindingSettings = z.output<typeof findingSettingsSchema>;
export const DEFAULT_SETTINGS: FindingSettings = findingSettingsSchema.parse({});
