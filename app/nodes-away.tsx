import { reachableOnce } from "@/lib/queries/cached";
import { describeAway } from "@/lib/view/waiting";

/** Above a page about many sessions: what it leaves out while a node of the database is away. */
export async function NodesAway({ project }: { project: string }) {
  const statement = describeAway((await reachableOnce(project)).nodesAway);
  return statement === null ? null : <p className="px-4 py-3">{statement}</p>;
}
