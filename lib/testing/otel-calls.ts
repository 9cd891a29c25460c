import type { Call } from "@/lib/importers/otel/calls";
import type { OtelMessage } from "@/lib/importers/otel/spans/facts";

/** A call whose messages are letters: a capital is said by the user, a small letter is an answer. */
export function makeLetterCall(letters: readonly string[], answer: string, isDelta = false): Call {
  return {
    key: letters.join(""),
    place: { session: "s", thread: "main" },
    parts: [],
    at: 0,
    endedAt: 0,
    messages: letters.map(makeMessage),
    answer: makeMessage(answer).items,
    ...(isDelta && { isDelta }),
  } as unknown as Call;
}

function makeMessage(letter: string): OtelMessage {
  const isUser = letter === letter.toUpperCase();
  const kind = isUser ? "user_message" : "assistant_text";
  return { role: isUser ? "user" : "assistant", items: [{ kind, content: `the text of ${letter}` }] };
}
