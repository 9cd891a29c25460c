import { countTokens, getTokenizer } from "@/lib/core/tokens/tokenizer";
import type { Tokens } from "@/lib/core/units";
import type { ListedMessage } from "./message-list";

export interface CallGrowth {
  readonly before: readonly ListedMessage[];
  readonly window: readonly ListedMessage[];
  readonly inputBefore: Tokens | undefined;
  readonly input: Tokens | undefined;
}

/**
 * Unanswered calls for which the measured size, cached parts included, has no room. The harness did not send
 * them, because providers refuse a call without a result. Where the sizes are unknown, or have room, the
 * calls stay: the harness may have invented a result.
 * @param isAnswered whether a call has a result
 */
export function findOrphansWithoutRoom(
  growth: CallGrowth,
  isAnswered: (call: string) => boolean,
): Set<string> {
  const { before, window, inputBefore, input } = growth;
  const stood = new Set(before.map(({ id }) => id));
  const added = window.filter(({ id }) => !stood.has(id));
  const orphans = added.filter(
    ({ kind, toolCallId }) => kind === "tool_call" && toolCallId !== undefined && !isAnswered(toolCallId),
  );
  if (orphans.length === 0 || inputBefore === undefined || input === undefined) return new Set();
  const orphaned = new Set(orphans.map(({ id }) => id));
  const room = input - inputBefore - sizeOf(added.filter(({ id }) => !orphaned.has(id)));
  return Math.abs(room) < Math.abs(room - sizeOf(orphans)) ? orphaned : new Set();
}

function sizeOf(entries: readonly ListedMessage[]): Tokens {
  const tokenizer = getTokenizer(null);
  return entries.reduce((sum, { content }) => sum + countTokens(content ?? "", tokenizer), 0);
}
