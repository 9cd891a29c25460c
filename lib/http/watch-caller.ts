import { createHash } from "node:crypto";
import type { Scope } from "@/lib/api/access";
import type { Caller } from "./caller";
import { isStillAllowed } from "./caller";

interface Checked {
  readonly at: number;
  readonly answer: Promise<boolean>;
}

/** How long an answer is reused. A person who was signed out or removed can read for this long. */
const HOLDS_MS = 400;
const CALLERS_MAX = 2_000;
const checked = new Map<string, Checked>();

/**
 * Whether the caller of a long answer may still read it. It can be asked often: callers with the same secrets share one
 * lookup at a time.
 */
export function watchCaller(request: Request, caller: Caller, scope: Scope): () => Promise<boolean> {
  if (caller.actor.kind === "local") return () => Promise.resolve(true);
  const name = nameOf(request.headers, caller.project);
  keep(name, Promise.resolve(true));
  return () => {
    const known = checked.get(name);
    if (known !== undefined && Date.now() - known.at < HOLDS_MS) return known.answer;
    return keep(name, isStillAllowed(request, scope, caller));
  };
}

function keep(name: string, answer: Promise<boolean>): Promise<boolean> {
  checked.delete(name);
  checked.set(name, { at: Date.now(), answer });
  for (const oldest of checked.keys()) {
    if (checked.size <= CALLERS_MAX) break;
    checked.delete(oldest);
  }
  return answer;
}

function nameOf(headers: Headers, project: string): string {
  const secrets = ["cookie", "authorization", "x-api-key"].map((name) => headers.get(name) ?? "");
  return createHash("sha256")
    .update(JSON.stringify([...secrets, project]))
    .digest("base64");
}
