/** A reminder that ends a text: the only place where the harness adds one to a result of its own tools. */
const LAST_REMINDER = /^<system-reminder>([^<]{0,4000})<\/system-reminder>\s*$/;
const REMINDS = /claude[\s_-]?code/i;

/**
 * A tool result as its tool gave it: without the marks in which Claude Code wraps the reminder that it adds to what it reads itself.
 * What the reminder says stays, so that an order within it is found all the same.
 * @param agent the name of the agent, as the session tells it
 */
export function withoutHarnessMarks(text: string, agent: string | null): string {
  if (agent === null || !REMINDS.test(agent)) return text;
  const open = text.lastIndexOf("<system-reminder>");
  if (open < 0) return text;
  const end = LAST_REMINDER.exec(text.slice(open));
  return end === null ? text : `${text.slice(0, open)}${end[1] ?? ""}`;
}
