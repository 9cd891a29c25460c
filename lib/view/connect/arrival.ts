import { plural } from "../format/format";
import type { Guide } from "./guides/guide";

/** A client that was heard from, and how many of its records brought what. */
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

/** What a client is expected to bring, and whether it did. */
export interface Expected {
  readonly label: string;
  readonly present: boolean;
}

/** Whether a client was heard from, what it was recognised as, and what it leaves out. */
export interface Arrival {
  readonly heard: boolean;
  /** The names under which it was recognised. */
  readonly recognised: string;
  readonly counts: string;
  readonly lastAt: string | null;
  readonly expected: readonly Expected[];
}

/** What of a client has arrived, by everything that was heard so far. */
export function arrivalOf(guide: Pick<Guide, "dialects">, clients: readonly HeardClient[]): Arrival {
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

/** Clients of other lines that were heard from after an instant: what was set up may have been another than was chosen. */
export function heardInstead(
  guide: Pick<Guide, "dialects">,
  clients: readonly HeardClient[],
  since: string,
): readonly HeardClient[] {
  return clients.filter(({ dialect, lastAt }) => !guide.dialects.includes(dialect) && lastAt > since);
}
