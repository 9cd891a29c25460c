import { count } from "../format/format";

export function shownChars(shown: number, total: number): string {
  return `${count(shown)} of ${count(total)} characters are shown.`;
}
