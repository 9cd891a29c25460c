import type { VendorConfiguration } from "../contract/configuration";
import { definePolicy } from "../contract/policy";
import { makePerRun } from "../shared/per-run";
import { type PruneOptions, pruneOptions, listToolRules } from "./options";
import { pruneMessages, pruneState } from "./prune";

const configuration: VendorConfiguration = {
  write: "typescript",
  pattern: "pruneMessages({ messages, ...… })",
};

const identity = {
  kind: "ai-sdk-prune-messages",
  vendor: "Vercel AI SDK",
  configuration,
  runsOn: { harness: ["AI SDK", "Vercel AI"] },
  malformed: null,
  keepEverything: { emptyMessages: "keep" },
  options: pruneOptions,
  state: pruneState,
};

const rulesOf6 = makePerRun((options: PruneOptions) => listToolRules(options, { lastZeroSparesAll: true }));
const rulesOf7 = makePerRun((options: PruneOptions) => listToolRules(options, { lastZeroSparesAll: false }));

export const aiSdk6PruneMessages = definePolicy({
  ...identity,
  version: "6.0.326",
  checked: { on: "2026-11-22", against: "ai@6.0.326" },
  title: "AI SDK pruneMessages, version 6",
  source: "ai 6.0.326: checked against runs of the package.",
  step: (input) => pruneMessages(input, rulesOf6(input.options)),
});

export const aiSdk7PruneMessages = definePolicy({
  ...identity,
  version: "7.0.173",
  checked: { on: "2026-11-22", against: "ai@7.0.173" },
  title: "AI SDK pruneMessages, version 7",
  source: "ai 7.0.173: as version 6, but for before-last-0-messages, which spares nothing.",
  step: (input) => pruneMessages(input, rulesOf7(input.options)),
});
