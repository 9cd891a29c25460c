import { type Message, withText } from "../contract/message";
import type { Tokens } from "@/lib/core/units";
import { langchainChars, langchainTokens } from "../shared/langchain-size";

/** Replaces the summary if nothing fits into the summariser's input. No model is asked then. */
export const TOO_LONG = "Previous conversation was too long to summarize.";

/**
 * Ids of the messages that the summariser reads: a leading system message, the newest messages that fit the budget with
 * it, and the last lines of the next older message if these still fit.
 */
export function seenBySummariser(messages: readonly Message[], budget: Tokens): Set<string> {
  const seen = new Set<string>();
  const [system] = messages[0]?.role === "system" ? messages : [];
  let chars = system === undefined ? 0 : langchainChars(system);
  if (langchainTokens(chars) > budget) return seen;
  if (system !== undefined) seen.add(system.id);
  for (let i = messages.length - 1; i >= (system === undefined ? 0 : 1); i--) {
    const message = messages[i];
    if (message === undefined) break;
    const whole = langchainTokens(chars + langchainChars(message)) <= budget;
    const lines = message.text.split(/(?<=\n)/);
    const lastLine = withText(message, lines.at(-1) ?? "");
    const part = lines.length > 1 && langchainTokens(chars + langchainChars(lastLine)) <= budget;
    if (whole || part) seen.add(message.id);
    if (!whole) break;
    chars += langchainChars(message);
  }
  return seen;
}
