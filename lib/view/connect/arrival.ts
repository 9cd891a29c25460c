import { plural } from "../format/format";
import type { Guide } from "./guides/guide";

export interface HeardClient {
  readonly dialect: string;
  readonly label: string;
  readonly records: number;
  readonly calls: number;
  readonly usage: number;
  readonly content: number;
  readonly tools: number;
  readonly lastAt: string;
}

export interface Expected {
  readonly label: string;
  readonly present: boolean;
}

export interface Arrival {
  readonly heard: boolean;
  readonly recognised: string;
  readonly counts: string;
  readonly lastAt: string | null;
  readonly expected: readonly Expected[];
}

export function buildArrival(guide: Pick<Guide, "dialects">, clients: readonly HeardClient[]): Arrival {
  const mine = clients.filter(({ dialect }) => guide.dialects.includes(dialect));
  const sum = (name: "records" | "calls" | "usage" | "content" | "tools") =>
    mine.reduce((total, client) => total + client[name], 0);
  const calls = sum("calls");
  return {
    heard: mine.length > 0,
    recognised: mine.map(({ label }) => label).join(", "),
    counts: `${plural(sum("records"), "record")}, ${plural(calls, "model call")}`,
    lastAt:
      mine
        .map((client) => client.lastAt)
        .sort()
        .at(-1) ?? null,
    expected: [
      { label: "model calls", present: calls > 0 },
      { label: "token counts", present: sum("usage") > 0 },
      { label: "messages", present: sum("content") > 0 },
      { label: "tools", present: sum("tools") > 0 },
    ],
  };
}

/**
 * Other clients that sent something after an instant: the user may have set up a different client than the chosen one.
 */
export function listHeardInstead(
  guide: Pick<Guide, "dialects">,
  clients: readonly HeardClient[],
  since: string,
): readonly HeardClient[] {
  return clients.filter(({ dialect, lastAt }) => !guide.dialects.includes(dialect) && lastAt > since);
}
