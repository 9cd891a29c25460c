import { headers } from "next/headers";
import { forbidden, redirect, unauthorized } from "next/navigation";
import { cache } from "react";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { resolveCaller } from "@/lib/access/resolve";
import type { Scope } from "@/lib/api/access";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";

export const visitor = cache(async (): Promise<Caller> => {
  const asking = { method: "GET", headers: await headers() };
  return resolveCaller(getDatabase(), instance(), asking).catch(refuseCaller);
});

/**
 * The caller of a page, with the right to the scope. Sends an unknown person to the sign-in page and back, and a person
 * without a project to their account. Others without the right get 401 or 403.
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
    return refuseCaller(error);
  }
  return caller;
}

function refuseCaller(error: unknown): never {
  if (error instanceof AppError && error.code === "unauthorized") unauthorized();
  if (error instanceof AppError && error.code === "forbidden") forbidden();
  throw error;
}
