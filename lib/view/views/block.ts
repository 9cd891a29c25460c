import { makeApiRead } from "@/lib/api/request/request";
import { blockParams } from "../url-state";
import type { SessionView } from "./view";

const BLOCK_CHARS = 60_000;

export const askForBlock = (id: string, blockId: string) =>
  makeApiRead("/api/v1/sessions/{id}/blocks/{blockId}", { id, blockId }, { limit: BLOCK_CHARS });

export const askBlockText = (id: string, blockId: string, part: { offset: number; limit: number }) =>
  makeApiRead("/api/v1/sessions/{id}/blocks/{blockId}", { id, blockId }, part);

export const block = {
  id: "block",
  title: "Block",
  segment: "blocks",
  of: "block",
  tab: "overview",
  params: blockParams,
  reads: ({ sessionId, of }) => ({ block: askForBlock(sessionId, of) }),
  share: {
    texts: ["value"],
  },
} as const satisfies SessionView;
