import type { Importer } from "./importer";
import { openaiRequestLog } from "./openai-request-log";

/** Every format that can be imported. The order does not matter: at most one recognises a file, which a test holds them to. */
export const IMPORTERS: readonly Importer[] = [openaiRequestLog];
