import type { Snapshot } from "@/lib/incident/snapshot";
import { plural, tokens, utc } from "../format/format";

export function deletionWords(annotations: number): string {
  const notes = annotations > 0 ? `, with its ${plural(annotations, "annotation")},` : "";
  return `${notes} will be gone. The session stays, and so do links that were shared.`;
}

export function notesWords(notes: number): string {
  return plural(notes, "note");
}

export function blocksWords(blocks: number): string {
  return plural(blocks, "block");
}

export function blockSize(block: Snapshot["blocks"][number]): string {
  return tokens(block.tokens, block.provenance);
}

const TITLES_SHOWN = 3;

export function replayLabel(
  choice: { readonly titles: readonly string[]; readonly createdAt: string } | undefined,
): string {
  if (choice === undefined) return "a replay";
  const { titles, createdAt } = choice;
  const more = titles.length > TITLES_SHOWN ? ` and ${titles.length - TITLES_SHOWN} more` : "";
  return `${utc(createdAt)}: ${titles.slice(0, TITLES_SHOWN).join("; ")}${more}`;
}
