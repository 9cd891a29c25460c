import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { readMemberships } from "@/lib/access/memberships";
import type { listProjects as route } from "@/lib/api/endpoints/projects";
import type { Database } from "@/lib/db/client";

export type ProjectList = z.output<(typeof route)["response"]>;

export async function listProjects(db: Database, caller: Caller): Promise<ProjectList> {
  const current = caller.project === "" ? null : caller.project;
  if (caller.actor.kind === "user") return { projects: await readMemberships(db, caller.actor.id), current };
  const own = current === null ? null : await db.project.findUnique({ where: { id: current } });
  return { projects: own === null ? [] : [{ id: own.id, name: own.name, role: "owner" }], current };
}
