import { aider } from "./formats/aider";
import { amp } from "./formats/amp";
import { atif } from "./formats/atif";
import { chatCompletionsLog } from "./formats/chat-completions-log";
import { claudeCode } from "./formats/claude-code";
import { claudeCodeStream } from "./formats/claude-code/stream";
import { chatLines } from "./formats/chat-lines";
import { chatGpt } from "./formats/chatgpt";
import { claudeAi } from "./formats/claude-ai";
import { codex } from "./formats/codex";
import { copilotCli } from "./formats/copilot-cli";
import { crush } from "./formats/crush";
import { cursor } from "./formats/cursor";
import { cursorDatabase } from "./formats/cursor-database";
import { droid } from "./formats/droid";
import { geminiCli } from "./formats/gemini-cli";
import { geminiCliSession } from "./formats/gemini-cli/recorded-session";
import { geminiCliStream } from "./formats/gemini-cli/stream";
import { iflow } from "./formats/claude-code/iflow";
import { inspect } from "./formats/inspect";
import { langfuse } from "./formats/langfuse";
import { langsmith } from "./formats/langsmith";
import { kimiWire } from "./formats/kimi-wire";
import { letta } from "./formats/letta";
import { litellmCallLog } from "./formats/litellm-call-log";
import { managedAgents } from "./formats/managed-agents";
import { miniSweAgent } from "./formats/swe-agent/mini-swe-agent";
import { openaiMessages } from "./formats/openai-messages";
import { opencode } from "./formats/opencode";
import { opencodeDatabase } from "./formats/opencode-database";
import { opencodeTranscript } from "./formats/opencode-transcript";
import { openaiRequestLog } from "./formats/openai-request-log";
import { openclaw } from "./formats/pi/openclaw";
import { pi } from "./formats/pi/pi";
import { nativeEvents } from "./formats/native-events";
import { otelSdkSpans, otlp } from "./formats/otel";
import { qwenCode } from "./formats/qwen-code";
import { openhands } from "./formats/openhands";
import { openhandsEvents } from "./formats/openhands/events";
import { recordedHttp } from "./formats/recorded-http";
import { rooCode } from "./formats/roo-code";
import { clineSession } from "./formats/roo-code/cline-session";
import { specStory } from "./formats/specstory";
import { sweAgent } from "./formats/swe-agent";
import { tau2Bench, tauBench } from "./formats/tau-bench";
import { vscodeChat } from "./formats/vscode-chat";
import type { Importer } from "./reading/importer";

/** The order does not matter: at most one importer recognises a file, which a test checks. */
export const IMPORTERS: readonly Importer[] = [
  aider,
  amp,
  atif,
  chatCompletionsLog,
  chatLines,
  claudeCode,
  claudeCodeStream,
  chatGpt,
  claudeAi,
  codex,
  copilotCli,
  crush,
  cursor,
  cursorDatabase,
  droid,
  geminiCli,
  geminiCliSession,
  geminiCliStream,
  iflow,
  inspect,
  kimiWire,
  langfuse,
  langsmith,
  letta,
  litellmCallLog,
  managedAgents,
  miniSweAgent,
  openaiMessages,
  openaiRequestLog,
  opencode,
  opencodeDatabase,
  opencodeTranscript,
  openclaw,
  pi,
  qwenCode,
  openhands,
  openhandsEvents,
  nativeEvents,
  otelSdkSpans,
  otlp,
  recordedHttp,
  rooCode,
  clineSession,
  specStory,
  sweAgent,
  tau2Bench,
  tauBench,
  vscodeChat,
];
