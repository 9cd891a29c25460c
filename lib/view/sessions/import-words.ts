import { plural } from "../format/format";

interface Imported {
  readonly format: string;
  readonly sessions: readonly unknown[];
  readonly events: { readonly accepted: number };
  readonly warnings: readonly { readonly file: string; readonly code: string }[];
}

/** Warnings that say that nothing of their file was read. */
const REFUSALS: ReadonlySet<string> = new Set(["unrecognised", "no_session"]);

export function importedWords({ format, sessions, events, warnings }: Imported): string {
  const news =
    events.accepted === 0 ? ", all of it known already" : `, ${plural(events.accepted, "new event")}`;
  const refused = new Set(warnings.filter(({ code }) => REFUSALS.has(code)).map(({ file }) => file)).size;
  const lacks = refused === 0 ? "" : `; ${plural(refused, "file")} could not be read`;
  return `: ${plural(sessions.length, "session")} (${format})${news}${lacks}`;
}

export function turnsWords(turns: number): string {
  return plural(turns, "turn");
}

export function warningsWords(warnings: number): string {
  return plural(warnings, "warning");
}
