import { readHeading } from "../source/heading";

/** Reminders that harnesses write behind the output of a tool. */
const REMINDER = /<system-reminder>(?:(?!<system-reminder>)[^]){0,40000}<\/system-reminder>\s*$/;

const REMINDER_END = "</system-reminder>";

/** The text of a result without what the harness adds. */
export function removeAdded(text: string): string {
  const plain = text.slice(readHeading(text).length);
  return plain.includes(REMINDER_END) ? plain.replace(REMINDER, "") : plain;
}

/** The text of a result as its tool gave it, in one form: without what the harness adds, with single spaces. */
export function normaliseOwnText(text: string): string {
  return removeAdded(text).replace(/\s+/g, " ").trim();
}

/**
 * The text of a result as its tool gave it, in one form that keeps what a program's text means by white space: how far its lines are
 * indented, and where they end.
 */
export function normaliseOwnLines(text: string): string {
  return removeAdded(text)
    .replace(/(?<=\S)[^\S\n]+/g, " ")
    .replace(/ $/gm, "")
    .replace(/^[^\S\n]+$/gm, "")
    .replace(/^\n+/, "")
    .trimEnd();
}
