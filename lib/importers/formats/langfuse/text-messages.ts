import type { Loose } from "../../shared/values";

const SPEAKER = /^(system|developer|user|human|assistant|ai|tool|function): ?/gm;

/**
 * Some integrations record a prompt as one text, each message behind its speaker: `system: …`, `user: …`.
 * `null` when the text does not begin like this. A content of `None` means none.
 */
export function messagesInText(text: string): Loose[] | null {
  const starts = [...text.matchAll(SPEAKER)];
  if (starts[0]?.index !== 0) return null;
  return starts.flatMap((start, i): Loose[] => {
    const content = text.slice(start.index + start[0].length, starts[i + 1]?.index).trim();
    return content === "" || content === "None" ? [] : [{ role: start[1], content }];
  });
}
