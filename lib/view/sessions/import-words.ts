import { plural } from "../format/format";

interface Imported {
  readonly format: string;
  readonly sessions: readonly unknown[];
  readonly events: { readonly accepted: number };
}

export function importedWords({ format, sessions, events }: Imported): string {
  const news =
    events.accepted === 0 ? ", all of it known already" : `, ${plural(events.accepted, "new event")}`;
  return `: ${plural(sessions.length, "session")} (${format})${news}`;
}

export function turnsWords(turns: number): string {
  return plural(turns, "turn");
}

export function warningsWords(warnings: number): string {
  return plural(warnings, "warning");
}
