import { revealText } from "./trace-text";

/** A block by its tool and what was asked for, else by its id. */
export function makeNamedBlock({
  toolName,
  label,
  blockId,
}: {
  readonly toolName: string | null;
  readonly label: string | null;
  readonly blockId: string;
}): string {
  const named = [toolName, label].filter((part) => part !== null).join(" ");
  return revealText(named === "" ? blockId : named);
}
