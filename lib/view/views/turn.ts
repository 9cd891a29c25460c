import { loadTurnParams, turnParams } from "../url-state";
import { blockLifeRead, windowRead } from "./reads";
import type { SessionView } from "./view";
import { named, unnamed } from "./view";

export const turn = {
  id: "turn",
  title: "Turn",
  segment: "turns",
  of: "turn",
  tab: "overview",
  params: turnParams,
  share: {
    texts: ["q", "sel", "value"],
    isAsked: (of) => /^\d{1,8}$/.test(of),
    reads: ({ sessionId, of, search }) => {
      const { offset, beside, sel, value } = loadTurnParams(search);
      const before =
        beside === null || Number(of) === 0 ? [] : [unnamed(windowRead(sessionId, Number(of) - 1))];
      return [
        named("window", windowRead(sessionId, Number(of), Math.max(0, offset ?? 0))),
        ...before,
        ...(sel === null || value === null ? [] : [unnamed(blockLifeRead(sessionId, sel, value))]),
      ];
    },
  },
} as const satisfies SessionView;
