import { count, plural } from "../format/format";

/**
 * What is to be said of sessions whose findings are from earlier thresholds; nothing when there are none.
 * @param most the number that stands for itself or more
 */
export function outdatedStatements(outdated: number, most: number): string[] {
  if (outdated === 0) return [];
  const sessions = outdated < most ? plural(outdated, "session") : `${count(most)} or more sessions`;
  return [
    `The findings of ${sessions} are still from earlier thresholds; they are being worked out again in the background.`,
  ];
}
