import { z } from "zod";
import { endpoint } from "../endpoint";

const NAME_CHARS_MAX = 60;
const QUERY_CHARS_MAX = 2_000;

const name = z.string().trim().min(1).max(NAME_CHARS_MAX);

export const savedViewBody = z.strictObject({
  name: name.describe("how people call the view; a view of this name is replaced and keeps its link"),
  query: z
    .string()
    .max(QUERY_CHARS_MAX)
    .describe("the query of the list's address, such as `finding=dangling-evidence&sort=turns`"),
});
export type SavedViewBody = z.output<typeof savedViewBody>;

const savedViewSchema = z
  .object({
    id: z.string().describe("the view's id; `/?view=ID` opens it"),
    name: z.string().describe("how people call the view"),
    query: z.string().describe("the query of the list's address"),
    savedBy: z.string().describe("who saved it last"),
  })
  .meta({ id: "SavedView" });
export type SavedViewAnswer = z.output<typeof savedViewSchema>;

export const listSavedViews = endpoint({
  method: "GET",
  path: "/api/v1/views",
  summary: "The saved views of the list of sessions",
  description: "Everybody of the project sees the same views, by name.",
  scope: "read",
  response: z.object({ views: z.array(savedViewSchema).describe("by name") }),
});

export const saveView = endpoint({
  method: "POST",
  path: "/api/v1/views",
  summary: "Save a view of the list of sessions",
  description: "The page of the list that the query names is left out. A project has at most 100 views.",
  scope: "write",
  body: { "application/json": savedViewBody },
  response: savedViewSchema,
});

export const removeView = endpoint({
  method: "DELETE",
  path: "/api/v1/views/{viewId}",
  summary: "Remove a saved view",
  description: "Its link then opens the whole list and says so.",
  scope: "write",
  params: z.object({ viewId: z.string().min(1).max(100).describe("the view's id") }),
  response: z.object({ done: z.literal(true).describe("always true: the view is gone") }),
});
