import { plural } from "../format/format";

export const selectionWords = {
  selected: (sessions: number): string => `${plural(sessions, "session")} selected`,
  deleted: (sessions: number): string => `${plural(sessions, "session")} deleted`,
  saved: (sessions: number): string => `Events of ${plural(sessions, "session")} saved`,
} as const;
