import type { Tokens } from "../units";
import { K, MI } from "./table/entry";

/** What a harness assumes for a model that it does not know. */
export const HARNESS_WINDOWS: readonly {
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
