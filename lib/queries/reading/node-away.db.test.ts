import { expect, it } from "vitest";
import type { Database } from "@/lib/db/client";
import { testDatabase } from "@/lib/testing/database";
import { addProject, addSession } from "@/lib/testing/team";
import { getSession } from "../session/get-session";

const db = testDatabase();

it("does not keep the overview of a session on another node from being read", async () => {
  const project = await addProject(db);
  const id = await addSession(db, project, "here");
  const withNodeAway = db.$extends({
    query: {
      session: {
        findMany: () =>
          Promise.reject(Object.assign(new Error("connection to the remote node failed"), { code: "08006" })),
      },
    },
  });
  const answer = await getSession(withNodeAway as unknown as Database, project, id);
  const usual = await getSession(db, project, id);
  expect({ ...answer, notes: [] }).toEqual({ ...usual, notes: [] });
  expect(answer.notes.join(" ")).toContain("a node of the database is away");
});
