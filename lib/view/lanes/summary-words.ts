import { count, plural } from "../format/format";

export function openSummary(chars: number): string {
  return `Open the summary, ${count(chars)} characters`;
}

export function unreadBlocksWords(blocks: number): string {
  return `${plural(blocks, "removed block was", "removed blocks were")} too long to compare.`;
}

export function firstShown(shown: number): string {
  return `The first ${count(shown)} are shown.`;
}

export function allWords(values: number): string {
  return `Show all ${count(values)}`;
}

export function countText(notices: number): string {
  return count(notices);
}
