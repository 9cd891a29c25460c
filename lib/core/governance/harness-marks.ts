const OPEN = "<system-reminder>";
const CLOSE = "</system-reminder>";
/** A reminder that ends a text, the only place where the harness adds one to a result of its own tools, is no longer than this. */
const REMINDER_CHARS_MAX = 40_000;
const REMINDS = /claude[\s_-]?code/i;

/**
 * A tool result as its tool gave it: without the marks in which Claude Code wraps the reminder that it adds to what it reads itself.
 * What the reminder says stays, so that an order within it is found all the same.
 * @param agent the name of the agent, as the session tells it
 */
export function withoutHarnessMarks(text: string, agent: string | null): string {
  if (agent === null || !REMINDS.test(agent)) return text;
  const [plain, open] = [text.trimEnd(), text.lastIndexOf(OPEN)];
  const inner = plain.endsWith(CLOSE) ? plain.slice(open + OPEN.length, -CLOSE.length) : null;
  if (open < 0 || inner === null || inner.length > REMINDER_CHARS_MAX || inner.includes(CLOSE)) return text;
  return `${plain.slice(0, open)}${inner}`;
}
