type Sent = Readonly<Record<string, unknown>>;

/**
 * The messages of a new window in the shape of the input: instructions from the list, the original task word
 * for word, the state, and the unchanged end of the old window.
 * @param tail how many messages at the end are kept; more where a result would lose its call
 */
export function makeRestartMessages(
  task: string,
  state: string,
  messages: readonly unknown[],
  tail: number,
): Sent[] {
  const sent = messages.filter((one): one is Sent => typeof one === "object" && one !== null);
  const rules = sent.filter(({ role }) => role === "system" || role === "developer");
  const rest = sent.filter(({ role }) => role !== "system" && role !== "developer");
  const neutral = sent.some((message) => !("content" in message) && "text" in message);
  const gemini = sent.some(({ parts }) => Array.isArray(parts));
  const say = (text: string): Sent => {
    if (gemini) return { role: "user", parts: [{ text }] };
    return neutral ? { id: `restart:${text.length}`, role: "user", text } : { role: "user", content: text };
  };
  return [...rules, say(task), say(state), ...cutTail(rest, tail)];
}

function cutTail(messages: readonly Sent[], tail: number): readonly Sent[] {
  if (tail === 0) return [];
  let from = Math.max(0, messages.length - tail);
  while (from > 0 && needsTheOneBefore(messages[from])) from--;
  return needsTheOneBefore(messages[from]) ? [] : messages.slice(from);
}

/** A result needs its call. A call of the Responses API needs the reasoning and the calls before it. */
function needsTheOneBefore(message: Sent | undefined): boolean {
  if (message === undefined) return false;
  const { role, type, content, parts } = message;
  if (role === "tool" || (typeof type === "string" && /_(call|output|result)$/.test(type))) return true;
  return (
    holds(content, (part) => part.type === "tool_result") ||
    holds(parts, (part) => "functionResponse" in part)
  );
}

function holds(list: unknown, is: (part: Sent) => boolean): boolean {
  if (!Array.isArray(list)) return false;
  return (list as readonly unknown[]).some(
    (part) => typeof part === "object" && part !== null && is(part as Sent),
  );
}
