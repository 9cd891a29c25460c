import { LookList } from "@/components/home/look-list";
import { reachableOnce } from "@/lib/queries/cached";
import { listSessionsToLookAt } from "@/lib/queries/home/to-look-at";
import { lookRows, lookSummary, WORST_FIRST } from "@/lib/view/home/look-rows";

export async function NeedsALook({ project }: { project: string }) {
  const { sessions, examples, total, unknown } = await listSessionsToLookAt(
    (await reachableOnce(project)).db,
    project,
  );
  return (
    <LookList
      rows={lookRows(sessions)}
      examples={lookRows(examples)}
      summary={lookSummary(sessions.length, total, unknown)}
      allHref={WORST_FIRST}
    />
  );
}
