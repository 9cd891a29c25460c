type Sent = Readonly<Record<string, unknown>>;

/**
 * The messages of a new window, in the shape that they came in: instructions that stood in the list, the original task
 * word for word, the state, and the end of the old window as it was.
 * @param tail how many messages at the end are kept; more where a result would come without its call
 */
export function restartMessages(task: string, state: string, sent: readonly Sent[], tail: number): Sent[] {
  const rules = sent.filter(({ role }) => role === "system" || role === "developer");
  const rest = sent.filter(({ role }) => role !== "system" && role !== "developer");
  const neutral = sent.some((message) => !("content" in message) && "text" in message);
  const say = (text: string): Sent =>
    neutral ? { id: `restart:${text.length}`, role: "user", text } : { role: "user", content: text };
  return [...rules, say(task), say(state), ...tailOf(rest, tail)];
}

function tailOf(messages: readonly Sent[], tail: number): readonly Sent[] {
  if (tail === 0) return [];
  let from = Math.max(0, messages.length - tail);
  while (from > 0 && isResult(messages[from])) from--;
  return isResult(messages[from]) ? [] : messages.slice(from);
}

function isResult(message: Sent | undefined): boolean {
  if (message?.role === "tool") return true;
  const content: unknown = message?.content;
  return (
    Array.isArray(content) &&
    content.some(
      (part: unknown) =>
        typeof part === "object" && part !== null && "type" in part && part.type === "tool_result",
    )
  );
}
