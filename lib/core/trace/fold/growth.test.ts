import { expect, it } from "vitest";
import { workedExample } from "@/lib/testing/worked-example";
import type { TraceEvent } from "../event";
import { Fold } from "./fold";
import type { Growth } from "./growth";

const LINE =
  /^turn (?<turn>\d): (?<window>\w(?: \w)*)(?:, measured (?<measured>\d+))? +-> (?<growth>\S+(?: \S+)*)/;

it("has the growths of its worked example", () => {
  const lines = workedExample("lib/core/trace/fold/growth.ts");
  expect(lines.length).toBeGreaterThan(3);
  const fold = new Fold();
  const stated = new Set<string>();
  for (const line of lines) {
    const { turn, window = "", measured, growth } = LINE.exec(line)?.groups ?? {};
    expect(fold.add([makeTurn(Number(turn), window.split(" "), stated, measured)])).toBe(true);
    expect(`turn ${turn} -> ${describeGrowth(fold.takeGrowth())}`).toBe(`turn ${turn} -> ${growth}`);
  }
});

/** A letter is a block. Its text is stated with its first turn. */
function makeTurn(
  turn: number,
  letters: readonly string[],
  stated: Set<string>,
  measured: string | undefined,
): TraceEvent {
  const entries = letters.map((id) => {
    if (stated.has(id)) return id;
    stated.add(id);
    return { id, kind: "user_message" as const, content: `the text of ${id} `.repeat(30) };
  });
  const usage = measured === undefined ? {} : { usage: { input: Number(measured) } };
  return {
    type: "turn.recorded",
    id: `turn-${turn}`,
    session: "s",
    at: null,
    turn,
    window: { entries },
    ...usage,
  } as TraceEvent;
}

function describeGrowth({ anew, turns, blocks, residencies }: Growth): string {
  const parts = [
    ["turns", turns.map(({ index }) => `${index}`)],
    ["blocks", [...blocks].map(({ item }) => item.id)],
    [
      "residencies",
      [...residencies].map(
        ({ item: { residency, block } }) => `${block.id}:${residency.from}-${residency.to ?? ""}`,
      ),
    ],
  ] as const;
  const told = parts.flatMap(([name, items]) => (items.length === 0 ? [] : [`${name} ${items.join(" ")}`]));
  return [...(anew ? ["anew"] : []), ...told].join(", ");
}
