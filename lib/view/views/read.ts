import { apiRead } from "@/lib/api/request/request";
import { loadReadParams, readParams } from "../url-state";
import type { SessionView } from "./view";

export const read = {
  id: "read",
  title: "Read",
  segment: "read",
  of: null,
  tab: "read",
  params: readParams,
  reads: ({ sessionId, search }) => {
    const { turn } = loadReadParams(search);
    return {
      conversation: apiRead(
        "/api/v1/sessions/{id}/conversation",
        { id: sessionId },
        turn === null ? {} : { turn },
      ),
    };
  },
  share: {},
} as const satisfies SessionView;
