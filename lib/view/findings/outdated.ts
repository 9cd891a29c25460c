import { count, plural } from "../format/format";

/** @param most a count of this size means "this many or more" */
export function describeOutdated(outdated: number, most: number): string[] {
  if (outdated === 0) return [];
  const sessions = outdated < most ? plural(outdated, "session") : `${count(most)} or more sessions`;
  return [
    `The findings of ${sessions} are still from earlier thresholds; they are being computed again in the background.`,
  ];
}
