/** A value of a checkpoint's state to read: a list has a line for each entry, an object names its fields. */
export function stateText(text: string): string {
  const value = parsed(text);
  if (Array.isArray(value)) return value.map((one: unknown) => entryText(one)).join("\n");
  return typeof value === "object" && value !== null ? linesOf(value).join("\n") : text;
}

function entryText(value: unknown): string {
  const isNamed = typeof value === "object" && value !== null && !Array.isArray(value);
  return isNamed ? linesOf(value).join(" · ") : plain(value);
}

function linesOf(value: object): string[] {
  return Object.entries(value).map(([name, part]) => `${name}: ${plain(part)}`);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
