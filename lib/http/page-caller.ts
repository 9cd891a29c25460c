import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Caller } from "./caller";

/** Who looks at a page. On a loopback instance that is the owner of its one project. */
export async function pageCaller(): Promise<Caller> {
  return Promise.resolve({ project: DEFAULT_PROJECT });
}
