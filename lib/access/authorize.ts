import type { Scope } from "@/lib/api/access";
import { ACCESS, findKeyScopes, isRoleIncluded } from "@/lib/api/access";
import { AppError } from "@/lib/errors";
import type { Caller } from "./caller";

/**
 * Checks that a caller has a scope. This is the only place that decides; the table `ACCESS` says what each scope needs.
 * @throws AppError `unauthorized` for an unknown caller, `forbidden` for a caller without the right
 */
export function authorize({ actor, role }: Caller, scope: Scope): void {
  const needs = ACCESS[scope];
  if (needs === null || actor.kind === "local") return;
  if (actor.kind === "anonymous")
    throw new AppError("unauthorized", "sign in, or send an API key as a bearer token or in x-api-key");
  if (actor.kind === "key") {
    if (actor.agent !== null && scope !== "send")
      throw new AppError(
        "forbidden",
        `this key is for the agent ${actor.agent}: it sends events and model calls of its sessions, and may do nothing else`,
      );
    const wanted = findKeyScopes(needs);
    if (wanted === null)
      throw new AppError("forbidden", "no API key may do this; it needs a person who is signed in");
    if (wanted.every((one) => actor.scopes.includes(one))) return;
    throw new AppError(
      "forbidden",
      `this needs a key with the scope${wanted.length > 1 ? "s" : ""} ${wanted.join(" and ")}; the scope of ${actor.prefix}… is ${actor.scopes.join(", ")}`,
    );
  }
  if (needs.role === null) return;
  if (role === null)
    throw new AppError("forbidden", "you are a member of no project; ask an owner for a link");
  if (!isRoleIncluded(role, needs.role))
    throw new AppError("forbidden", `this needs the role ${needs.role}; yours is ${role}`);
}

export function isAllowed(caller: Caller, scope: Scope): boolean {
  try {
    authorize(caller, scope);
    return true;
  } catch {
    return false;
  }
}
