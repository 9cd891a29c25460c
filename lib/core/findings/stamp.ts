import { writeCanonicalJson, hashContent } from "../hash";
import type { ModelSetting } from "../models/model-settings";
import { computeModelsStamp } from "../models/model-settings";
import sources from "./rule-sources.json";
import type { FindingSettings } from "./rule/settings";

const STAMP_CHARS = 16;
/** What is stored with the findings. A new entry here makes every session be analysed again. */
const KEPT = [
  "word filters",
  "summary of the bill",
  "losses of what stood there",
  "cut cards with values told by their form",
  "story by block",
  "lagging caches",
  "wanted blocks of the story",
  "files of the bill",
  "checkpoints of the story",
  "findings by sort of harm",
  "losses in the parts of the bill",
];
const VERSIONS = Object.entries(sources).map(([file, { version }]) => `${file} ${version}`);

/**
 * Identifies the thresholds, the rules by their versions, and the models' figures. Findings with another stamp are out of date,
 * however new their session's log is.
 */
export function computeFindingsStamp(
  settings: FindingSettings,
  models: readonly ModelSetting[] = [],
): string {
  const parts = [KEPT, settings, VERSIONS, computeModelsStamp(models)];
  return hashContent(writeCanonicalJson(parts)).slice(0, STAMP_CHARS);
}
