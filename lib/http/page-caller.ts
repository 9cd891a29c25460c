import { headers } from "next/headers";
import { forbidden, redirect, unauthorized } from "next/navigation";
import { cache } from "react";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { resolveCaller } from "@/lib/access/resolve";
import type { Scope } from "@/lib/api/access";
import { database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";

/** Who looks at a page, read once however many parts of it ask. */
export const visitor = cache(async (): Promise<Caller> => {
  const asking = { method: "GET", headers: await headers() };
  return resolveCaller(database(), instance(), asking).catch(refused);
});

/**
 * Who looks at a page and may. Somebody unknown is sent to sign in and comes back afterwards; somebody who is a member of
 * no project is sent to their account. Whoever may not is answered with 401 or 403.
 */
export async function pageCaller(scope: Scope = "read"): Promise<Caller> {
  const caller = await visitor();
  if (caller.actor.kind === "anonymous") {
    const path = (await headers()).get("x-sightglass-path") ?? "/";
    redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
  }
  if (caller.actor.kind === "user" && caller.role === null) redirect("/account");
  try {
    authorize(caller, scope);
  } catch (error) {
    return refused(error);
  }
  return caller;
}

function refused(error: unknown): never {
  if (error instanceof AppError && error.code === "unauthorized") unauthorized();
  if (error instanceof AppError && error.code === "forbidden") forbidden();
  throw error;
}
