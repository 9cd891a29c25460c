const PREFIX = "text-";

/** The id of a call that a harness tells of in words of its own, as part of a message. */
export function textCallId(name: string | number): string {
  return `${PREFIX}${name}`;
}

/** Whether a call is told of in words: to a provider it and its result are plain messages. */
export function isToldInText(toolCallId: string | null | undefined): boolean {
  return toolCallId?.startsWith(PREFIX) === true;
}
