const OPEN = "<system-reminder>";
const CLOSE = "</system-reminder>";
/** The harness adds a reminder only at the end of a result of its own tools, and no reminder is longer than this. */
const REMINDER_CHARS_MAX = 40_000;
const REMINDS = /claude[\s_-]?code/i;

/**
 * A tool result as its tool gave it: without the marks that Claude Code puts around the reminder it adds to what it
 * reads itself.
 * The text of the reminder stays, so that an order within it is still found.
 * @param agent the name of the agent, as the session tells it
 */
export function withoutHarnessMarks(text: string, agent: string | null): string {
  if (agent === null || !REMINDS.test(agent)) return text;
  const [plain, open] = [text.trimEnd(), text.lastIndexOf(OPEN)];
  const inner = plain.endsWith(CLOSE) ? plain.slice(open + OPEN.length, -CLOSE.length) : null;
  if (open < 0 || inner === null || inner.length > REMINDER_CHARS_MAX || inner.includes(CLOSE)) return text;
  return `${plain.slice(0, open)}${inner}`;
}
