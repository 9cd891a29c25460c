import type { Scope } from "@/lib/api/endpoint";
import { DEFAULT_PROJECT } from "@/lib/core/project";

/** Who asks, and on behalf of which project. Every query and write is made for a caller's project. */
export interface Caller {
  readonly project: string;
}

/** The caller of a request. On a loopback instance everyone who gets through the door is the owner of the one project. */
export async function callerOf(_request: Request, _scope: Scope): Promise<Caller> {
  return { project: DEFAULT_PROJECT };
}
