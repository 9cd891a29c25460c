import fc from "fast-check";
import type { TraceEvent } from "@/lib/core/trace/event";
import { trace } from "../trace-builder";

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), text: fc.lorem({ maxCount: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("call" as const), arg: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("drop" as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clear" as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), pick: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("compact" as const),
      pick: fc.nat(20),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("shuffle" as const), pick: fc.nat(20) }) },
);

const turn = fc.record({
  steps: fc.array(step, { maxLength: 4 }),
  usage: fc.option(fc.record({ extra: fc.nat(2_000), zero: fc.boolean() })),
  record: fc.option(fc.constantFrom("annotation.added" as const, "gate.checked" as const)),
});

export const arbitrarySession: fc.Arbitrary<TraceEvent[]> = fc
  .array(turn, { minLength: 1, maxLength: 12 })
  .map((turns) => {
    const story = trace("random");
    const known: string[] = [];
    let made = 0;
    for (const { steps, usage, record } of turns) {
      story.turn((t) => {
        for (const s of steps) {
          const ids = story.entries.map((entry) => entry.id);
          const pick = "pick" in s ? ids[s.pick % Math.max(1, ids.length)] : undefined;
          if (s.do === "add") t.user(s.text, note(`u${made++}`));
          if (s.do === "call") t.calls("read", { path: s.arg }, `c${made++}`);
          if (s.do === "drop" && pick !== undefined) t.drop(pick);
          if (s.do === "clear" && pick !== undefined) t.clear(pick);
          if (s.do === "restore" && known.length > 0) restore(known[s.pick % known.length] as string);
          if (s.do === "compact" && pick !== undefined)
            t.compact(
              `sum${made++}`,
              "what came before",
              ids.slice(ids.indexOf(pick), ids.indexOf(pick) + s.count),
            );
          if (s.do === "shuffle") story.entries.reverse();
          function restore(id: string) {
            if (!ids.includes(id)) t.restore(id);
          }
        }
        if (usage !== null) t.usage(usage.zero ? 0 : 1_000 + 100 * story.entries.length + usage.extra, 10);
      });
      if (record === "annotation.added") story.event({ type: record, text: "note" });
      if (record === "gate.checked") story.event({ type: record, gate: "budget", passed: true });
    }
    return story.events();

    function note(id: string): string {
      known.push(id);
      return id;
    }
  });
