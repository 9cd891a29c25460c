import { z } from "zod";
import { endpoint } from "../endpoint";
import { sessionParams } from "./session-params";

const NAME_CHARS_MAX = 200;
const TAG_CHARS_MAX = 60;
const TAGS_MAX = 20;

export const sessionEdit = z.strictObject({
  name: z.string().trim().min(1).max(NAME_CHARS_MAX).optional().describe("the session's new name"),
  tags: z.array(z.string().trim().min(1).max(TAG_CHARS_MAX)).max(TAGS_MAX).optional().describe("all of them"),
});
export type SessionEdit = z.infer<typeof sessionEdit>;

export const changeSession = endpoint({
  method: "PATCH",
  path: "/api/v1/sessions/{id}",
  summary: "Rename a session, or tag it",
  description: "Given names and tags stay, whatever the session's sender says later.",
  scope: "write",
  params: sessionParams,
  body: { "application/json": sessionEdit },
  response: z.object({
    id: z.string().describe("the session's id, as `ses_…`"),
    name: z.string().nullable().describe("the name that was given now; null where it stays"),
    tags: z.array(z.string()).nullable().describe("the tags that were given now; null where they stay"),
  }),
});
