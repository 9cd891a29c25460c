import { claudeCode } from "./claude-code";
import type { Importer } from "./importer";
import { openaiRequestLog } from "./openai-request-log";
import { openclaw } from "./pi/openclaw";
import { pi } from "./pi/pi";

/** Every format that can be imported. The order does not matter: at most one recognises a file, which a test holds them to. */
export const IMPORTERS: readonly Importer[] = [claudeCode, openaiRequestLog, openclaw, pi];
