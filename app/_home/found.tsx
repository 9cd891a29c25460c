import { FoundSlot } from "@/components/home/found-slot";
import { reachableOnce } from "@/lib/queries/cached";
import { listAgentsToOffer } from "@/lib/queries/ingestion/found-agents";
import { describeFound } from "@/lib/view/home/found-words";

/** The agents of this machine, until there is a session that is no demo. */
export async function Found({ project }: { project: string }) {
  const offer = await listAgentsToOffer((await reachableOnce(project)).db, project);
  const words = describeFound(offer?.agents ?? []);
  return offer === null || words === null ? null : <FoundSlot words={words} newest={offer.newest} />;
}
