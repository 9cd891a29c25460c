import type { EpochMs, Tokens } from "../units";
import type { LimitProvenance } from "../vocabulary";
import { findTableWindow } from "./find-model";
import type { ModelSetting } from "./model-settings";
import { findSetting } from "./setting-for";
import { K, MI } from "./table/entry";

/** What a harness assumes for a model that it does not know. */
const HARNESS_WINDOWS: readonly {
  readonly agent: string;
  readonly window: Tokens;
  readonly source: string;
  /** The harness uses one family of models and assumes this window for all of them, so no name is needed. */
  readonly needsNoModel?: true;
}[] = [
  { agent: "OpenClaw", window: 200 * K, source: "OpenClaw's own default for context tokens" },
  {
    agent: "Gemini CLI",
    window: MI,
    source: "DEFAULT_TOKEN_LIMIT in packages/core/src/core/tokenLimits.ts of google-gemini/gemini-cli",
    needsNoModel: true,
  },
];

/** The size of a context window and its source; `null` exactly when the provenance is `unavailable`. */
export interface LimitFigure {
  readonly value: Tokens | null;
  readonly provenance: LimitProvenance;
}

export interface AskedModel {
  readonly model: string | null;
  /** The time of the request: a model's window may have changed since. */
  readonly at: EpochMs | null;
  readonly agent: string | null;
  readonly largest?: Tokens | undefined;
}

/**
 * The window of a model if the trace does not state it: from the project's settings, else the table, else the harness's
 * assumption.
 */
export function findModelWindow(
  { model, at, agent, largest = 0 }: AskedModel,
  settings: readonly ModelSetting[],
): LimitFigure {
  const set = findSetting(settings, model)?.contextWindow ?? null;
  if (set !== null) return { value: set, provenance: "project settings" };
  const tableWindow = findTableWindow(model, at, largest);
  if (tableWindow !== null) return { value: tableWindow, provenance: "model table" };
  const assumed = HARNESS_WINDOWS.find((entry) => entry.agent === agent);
  if (assumed !== undefined && assumed.window >= largest && (model !== null || assumed.needsNoModel === true))
    return { value: assumed.window, provenance: "harness default" };
  return { value: null, provenance: "unavailable" };
}
