import type { Message } from "../contract/message";

export function readPartsText(content: unknown): { texts: string[]; images: number } {
  if (typeof content === "string") return { texts: content === "" ? [] : [content], images: 0 };
  if (!Array.isArray(content)) return { texts: [], images: 0 };
  const texts: string[] = [];
  let images = 0;
  for (const part of content as readonly unknown[]) {
    if (typeof part === "string") texts.push(part);
    if (typeof part !== "object" || part === null) continue;
    if ("text" in part && typeof part.text === "string") texts.push(part.text);
    else if ("type" in part && typeof part.type === "string" && part.type.includes("image")) images++;
  }
  return { texts, images };
}

/** Providers give a result's tool only in the call. */
export function addToolNames(messages: readonly Message[]): Message[] {
  const names = new Map(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name])),
  );
  return messages.map((message) => {
    const toolName = message.toolName ?? names.get(message.toolCallId ?? "");
    return toolName === undefined ? message : { ...message, toolName };
  });
}

/** Arguments as the model gave them: parsed if they are JSON, else as text. */
export function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
