import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import { readMemberships, PROJECT_COOKIE } from "@/lib/access/memberships";
import type { CommandOf } from "@/lib/access/write-context";
import { instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";

const YEAR_S = 365 * 24 * 60 * 60;

/** @throws AppError `conflict` in local mode, which has one project */
export async function createProject({
  ctx: { db, caller },
  input: { name },
}: CommandOf<{ name: string }>): Promise<{ id: string; name: string }> {
  const { actor } = caller;
  if (actor.kind !== "user")
    throw new AppError(
      "conflict",
      "an instance without sign-in has one project; run it with SIGHTGLASS_MODE=team",
    );
  const id = `prj_${randomUUID()}`;
  await db.$transaction(async (tx) => {
    await tx.project.create({ data: { id, name } });
    await tx.membership.create({ data: { projectId: id, userId: actor.id, role: "owner" } });
    await noteInAuditLog(tx, { ...caller, project: id }, "project.created", { target: name });
  });
  return { id, name };
}

/**
 * The cookie that selects another of the caller's projects. @throws AppError `not_found` for somebody else's project
 */
export async function chooseProject({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<string> {
  const { actor } = caller;
  const projects = actor.kind === "user" ? await readMemberships(db, actor.id) : [];
  if (!projects.some((project) => project.id === id)) throw notFound("the project");
  if (id !== caller.project)
    await db.$transaction((tx) => noteInAuditLog(tx, { ...caller, project: id }, "project.chosen"));
  const secure = instance().url.protocol === "https:" ? "; Secure" : "";
  return `${PROJECT_COOKIE}=${encodeURIComponent(id)}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`;
}
