import { computeExpiry } from "../../governance/memory-record";
import type { Turn } from "../../trace/session";
import type { EpochMs, TurnIndex } from "../../units";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { memoriesOf, makeMemoryCase, nameOfMemory } from "./memories";

export const memoryExpired: FindingRule = {
  ...getFindingKind("memory.expired"),
  *find(input) {
    const memories = memoriesOf(input);
    if (memories.length === 0) return;
    const clock = new Clock(input.session.turns);
    for (const memory of memories) {
      const end = computeExpiry(memory.record, input.index.turn(memory.turn)?.at ?? null);
      const late = end === null ? null : clock.findFirstAfter(end);
      if (end === null || late === null) continue;
      const residency = input.index
        .listResidencies(memory.number)
        .find(({ mode, to }) => mode !== "reference" && (to ?? Infinity) >= late);
      if (residency === undefined) continue;
      const turn = Math.max(residency.from, late);
      const while_ = turn > memory.turn ? `, where it had come in at turn ${memory.turn}` : "";
      yield makeMemoryCase(
        memory,
        `${nameOfMemory(memory)} expired on ${new Date(end).toISOString().slice(0, 16).replace("T", " ")} UTC and stood in the window of turn ${turn}${while_}.`,
        { turn, claims: [{ is: "stands", block: memory.block.id, turn }] },
      );
    }
  },
};

class Clock {
  private readonly turns: readonly { readonly turn: TurnIndex; readonly latest: EpochMs }[];

  constructor(turns: readonly Turn[]) {
    let latest = -Infinity;
    this.turns = turns.flatMap(({ index: turn, at }) =>
      at === null ? [] : [{ turn, latest: (latest = Math.max(latest, at)) }],
    );
  }

  findFirstAfter(instant: EpochMs): TurnIndex | null {
    let [low, high] = [0, this.turns.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.turns[middle]?.latest ?? Infinity) > instant) high = middle;
      else low = middle + 1;
    }
    return this.turns[low]?.turn ?? null;
  }
}
