import { chatCompletionsLog } from "./chat-completions-log";
import type { Importer } from "./importer";
import { litellmCallLog } from "./litellm-call-log";
import { miniSweAgent } from "./mini-swe-agent";
import { openaiMessages } from "./openai-messages";
import { openaiRequestLog } from "./openai-request-log";
import { sweAgent } from "./swe-agent";
import { tau2Bench } from "./tau2-bench";
import { tauBench } from "./tau-bench";

/** Every format that can be imported. The order does not matter: at most one recognises a file, which a test holds them to. */
export const IMPORTERS: readonly Importer[] = [
  chatCompletionsLog,
  litellmCallLog,
  miniSweAgent,
  openaiMessages,
  openaiRequestLog,
  sweAgent,
  tau2Bench,
  tauBench,
];
