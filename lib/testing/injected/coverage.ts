import type { TraceEvent } from "@/lib/core/trace/event";
import type { SourceKind } from "@/lib/core/vocabulary";
import type { TurnBuilder } from "../trace-builder";
import { trace } from "../trace-builder";
import type { Draw } from "./draw";
import type { Injected, Injections } from "./injection";

type Edit = (turn: TurnBuilder) => unknown;

function shown(draw: Draw, edit: Edit, hidden: SourceKind | null = null): Injected & { turn: number } {
  const [turns, story] = [draw.int(1, 8), trace(`injected-${draw.int(0, 1e9)}`)];
  const turn = draw.int(0, turns - 1);
  for (let i = 0; i < turns; i++) {
    const [said, args] = [draw.words(1, 20), { q: draw.words(1, 3) }];
    story.turn((t) => {
      if (i === 0 && hidden !== "system_rules") t.system(said);
      if (i === 0 && hidden !== "tool_schemas") t.block("tools", "tool_schemas", "[]");
      t.user(said)
        .calls("look", args)
        .usage(1_000 + i, 10);
      if (i === turn) edit(t);
    });
  }
  return { events: story.events(), blocks: [], turns: [turn], turn };
}

const nothing: Edit = () => undefined;

function withoutWindow(event: TraceEvent, turn: number): TraceEvent {
  if (event.type !== "turn.recorded" || event.turn !== turn) return event;
  const { window, ...rest } = event;
  return window === undefined ? event : rest;
}

/** Calls that each answer a user. At one of them the provider's total falls, by so much. */
function falling(draw: Draw, fall: number, reasoning: number): Injected {
  const [turns, story] = [draw.int(2, 8), trace(`injected-${draw.int(0, 1e9)}`)];
  const at = draw.int(1, turns - 1);
  for (let i = 0; i < turns; i++)
    story.turn((t) =>
      t
        .user(draw.words(2, 20))
        .says(draw.words(2, 20))
        .usage(5_000 + i * 60 - (i >= at ? fall : 0), 900, { reasoning }),
    );
  return { events: story.events(), blocks: [], turns: [at] };
}

export const COVERAGE_INJECTIONS: Injections = {
  "coverage.window_in_doubt": (draw, isFaulty) =>
    falling(draw, isFaulty ? draw.int(900, 4_000) : draw.int(0, 300), 0),
  "coverage.reasoning_dropped": (draw, isFaulty) => falling(draw, draw.int(300, 800), isFaulty ? 820 : 0),
  "coverage.no_usage": (draw, isFaulty) => shown(draw, (t) => isFaulty && delete t.extras.usage),
  "coverage.no_windows": (draw, isFaulty) => {
    const { turn, ...whole } = shown(draw, nothing);
    return isFaulty ? { ...whole, events: whole.events.map((event) => withoutWindow(event, turn)) } : whole;
  },
  "coverage.inferred_windows": (draw, isFaulty) =>
    shown(draw, (t) => isFaulty && t.with({ windowProvenance: "inferred" })),
  "coverage.no_system_prompt": (draw, isFaulty) => shown(draw, nothing, isFaulty ? "system_rules" : null),
  "coverage.no_tool_schemas": (draw, isFaulty) => shown(draw, nothing, isFaulty ? "tool_schemas" : null),
  "coverage.truncated_by_client": (draw, isFaulty) =>
    shown(draw, (t) => isFaulty && t.with({ completeness: "client_truncated" })),
  "coverage.call_failed": (draw, isFaulty) =>
    shown(draw, (t) => isFaulty && t.with({ error: `status 429: ${draw.words(1, 5)}` })),
};
