import { loadTurnParams, turnParams } from "../url-state";
import { blockLifeRead, windowRead } from "./reads";
import type { SessionView } from "./view";

export const turn = {
  id: "turn",
  title: "Turn",
  segment: "turns",
  of: "turn",
  tab: "overview",
  params: turnParams,
  reads: ({ sessionId, of, search }) => ({
    window: windowRead(sessionId, Number(of), Math.max(0, loadTurnParams(search).offset ?? 0)),
  }),
  share: {
    texts: ["q", "sel", "value"],
    isAsked: (of) => /^\d{1,8}$/.test(of),
    details: ({ sessionId, of, search }) => {
      const { beside, sel, value } = loadTurnParams(search);
      return [
        ...(beside === null || Number(of) === 0 ? [] : [windowRead(sessionId, Number(of) - 1)]),
        ...(sel === null || value === null ? [] : [blockLifeRead(sessionId, sel, value)]),
      ];
    },
  },
} as const satisfies SessionView;
