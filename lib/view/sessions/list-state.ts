import { createLoader, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { OUTCOMES, SESSION_SORTS } from "@/lib/core/vocabulary";

/** The URL parameters of the list of sessions. They stand alone, so the list loads nothing of the other pages. */

export const sessionListParams = {
  q: parseAsString.withDefault(""),
  text: parseAsString.withDefault(""),
  ids: parseAsString,
  agent: parseAsString,
  model: parseAsString,
  format: parseAsString,
  outcome: parseAsStringLiteral(OUTCOMES),
  tag: parseAsString,
  finding: parseAsString,
  tool: parseAsString,
  policy: parseAsString,
  evidence: parseAsStringLiteral(["absent", "present"] as const),
  from: parseAsString,
  to: parseAsString,
  role: parseAsStringLiteral(["main", "any"] as const).withDefault("main"),
  sort: parseAsStringLiteral(SESSION_SORTS).withDefault("updated"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
  cursor: parseAsString,
  /** Unless it is asked for, the demo sessions stand behind "Examples". */
  examples: parseAsStringLiteral(["in"] as const),
  view: parseAsString,
  cols: parseAsArrayOf(parseAsString),
};
export const loadSessionListParams = createLoader(sessionListParams);
