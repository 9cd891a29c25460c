import type { Snapshot } from "@/lib/incident/snapshot";
import { plural, formatTokens, formatUtc } from "../format/format";

export function describeDeletion(annotations: number): string {
  const notes = annotations > 0 ? `, with its ${plural(annotations, "annotation")},` : "";
  return `${notes} will be gone. The session stays, and so do links that were shared.`;
}

export function describeNotes(notes: number): string {
  return plural(notes, "note");
}

export function describeBlocks(blocks: number): string {
  return plural(blocks, "block");
}

export function describeBlockSize(block: Snapshot["blocks"][number]): string {
  return formatTokens(block.tokens, block.provenance);
}

const TITLES_SHOWN = 3;

export function replayLabel(
  choice: { readonly titles: readonly string[]; readonly createdAt: string } | undefined,
): string {
  if (choice === undefined) return "a replay";
  const { titles, createdAt } = choice;
  const more = titles.length > TITLES_SHOWN ? ` and ${titles.length - TITLES_SHOWN} more` : "";
  return `${formatUtc(createdAt)}: ${titles.slice(0, TITLES_SHOWN).join("; ")}${more}`;
}
