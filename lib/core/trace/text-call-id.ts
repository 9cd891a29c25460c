const PREFIX = "text-";

/** The id of a call that the model wrote as text, to which no provider gave one. */
export function makeTextCallId(name: string | number): string {
  return `${PREFIX}${name}`;
}

/** Whether a call is described in words. For a provider, such a call and its result are plain messages. */
export function isTextCallId(toolCallId: string | null | undefined): boolean {
  return toolCallId?.startsWith(PREFIX) === true;
}
