import { createHash } from "node:crypto";
import type { Scope } from "@/lib/api/access";
import type { Caller } from "./caller";
import { mayStill } from "./caller";

interface Checked {
  readonly at: number;
  readonly answer: Promise<boolean>;
}

/** How long an answer holds: somebody who was signed out, or is no member any more, sees no more than this. */
const HOLDS_MS = 2_000;
const CALLERS_MAX = 2_000;
const checked = new Map<string, Checked>();

/**
 * Whether the caller of a long answer may still read what they began to read. Asked as often as one likes: everybody who
 * came with the same secrets is looked up together, every few seconds at most.
 */
export function watchCaller(request: Request, caller: Caller, scope: Scope): () => Promise<boolean> {
  if (caller.actor.kind === "local") return () => Promise.resolve(true);
  const name = nameOf(request.headers, caller.project);
  keep(name, Promise.resolve(true));
  return () => {
    const known = checked.get(name);
    if (known !== undefined && Date.now() - known.at < HOLDS_MS) return known.answer;
    return keep(name, mayStill(request, scope, caller));
  };
}

/** Keeps an answer as the newest; the oldest make room. */
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
