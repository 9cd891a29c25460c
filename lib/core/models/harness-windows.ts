import type { Tokens } from "../units";
import { K, MI } from "./table/entry";

/** The window that a harness assumes for a model that it does not know. */
export const HARNESS_WINDOWS: readonly {
  readonly agent: string;
  readonly window: Tokens;
  readonly source: string;
  /** It speaks to one family of models, all of which it takes to have this window: no name is needed. */
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
