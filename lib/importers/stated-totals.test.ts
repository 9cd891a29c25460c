import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { filesBelow } from "@/lib/testing/import-file";
import { importSample } from "@/lib/testing/samples";

type Totals = { tokensSent?: number; tokensReceived?: number; calls?: number };
const FIGURES = ["tokensSent", "tokensReceived", "calls"] as const;

function differs(events: readonly TraceEvent[], reported: Totals): boolean {
  const stated = events.map((event) => (event.type === "session.started" ? { ...event, reported } : event));
  return foldSession(stated).warnings.some(({ code }) => code === "totals_differ");
}

describe("a total that the source states", () => {
  it.each(filesBelow("lib/importers/samples"))(
    "%s: is a check of the calls that are read",
    async (sample) => {
      const { events: all, sessions } = await importSample(sample).catch(() => ({
        events: [],
        sessions: [],
      }));
      for (const [i, events] of all.entries()) {
        const turns = sessions[i]?.turns ?? [];
        const sum = (of: (turn: (typeof turns)[number]) => number | null | undefined) => {
          const known = turns.flatMap((turn) => of(turn) ?? []);
          return known.length === turns.length ? known.reduce((total, one) => total + one, 0) : 0;
        };
        const sums = {
          tokensSent: sum(({ usage }) => usage?.input),
          tokensReceived: sum(({ usage }) => usage?.output),
          calls: turns.length,
        };
        expect(differs(events, sums)).toBe(false);
        for (const figure of FIGURES)
          if (sums[figure] > 0) expect(differs(events, { ...sums, [figure]: sums[figure] + 5 })).toBe(true);
      }
    },
  );
});
