import { makeApiRead } from "@/lib/api/request/request";
import { TURN_PAGE_ENTRIES } from "../turn/window-pages";
import { loadTurnParams, turnParams } from "../url-state";
import { askBlockLife } from "./reads";
import type { SessionView } from "./view";

export const askForWindow = (id: string, turn: number, offset = 0) =>
  makeApiRead(
    "/api/v1/sessions/{id}/turns/{turn}/window",
    { id, turn },
    { ...(offset > 0 && { offset }), limit: TURN_PAGE_ENTRIES },
  );

export const askWindowTexts = (id: string, turn: number) =>
  makeApiRead(
    "/api/v1/sessions/{id}/turns/{turn}/window",
    { id, turn },
    { limit: TURN_PAGE_ENTRIES, content: "1" },
  );

export const turn = {
  id: "turn",
  title: "Turn",
  segment: "turns",
  of: "turn",
  tab: "overview",
  params: turnParams,
  reads: ({ sessionId, of, search }) => ({
    window: askForWindow(sessionId, Number(of), Math.max(0, loadTurnParams(search).offset ?? 0)),
  }),
  share: {
    texts: ["q", "sel", "value"],
    isAsked: (of) => /^\d{1,8}$/.test(of),
    details: ({ sessionId, of, search }) => {
      const { beside, sel, value } = loadTurnParams(search);
      return [
        ...(beside === null || Number(of) === 0 ? [] : [askForWindow(sessionId, Number(of) - 1)]),
        ...(sel === null || value === null ? [] : [askBlockLife(sessionId, sel, value)]),
      ];
    },
  },
} as const satisfies SessionView;
