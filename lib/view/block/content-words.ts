import { count } from "../format/format";

export function describeShownChars(shown: number, total: number | null): string {
  return `${count(shown)} of ${count(total)} characters are shown.`;
}
