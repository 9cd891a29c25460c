import type { Caller } from "@/lib/access/caller";
import type { Database } from "@/lib/db/client";
import { listProjects } from "./list-projects";

export interface AccountView {
  readonly name: string;
  readonly email: string;
  readonly project: string | null;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

export async function readAccount(db: Database, caller: Caller): Promise<AccountView | null> {
  const { actor } = caller;
  if (actor.kind !== "user") return null;
  const { projects, current } = await listProjects(db, caller);
  return { name: actor.name, email: actor.email, project: current, projects };
}
