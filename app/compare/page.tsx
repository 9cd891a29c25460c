import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { CompareSessions } from "@/components/compare-sessions/compare-sessions";
import { NotThere } from "@/components/ui/not-there";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound, titleOr } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { getComparison } from "@/lib/queries/replays/comparison";
import { listMadeRows, listStandingTextRows } from "@/lib/view/compare-sessions/text-rows";
import { titleWords } from "@/lib/view/format/trace-text";
import { loadCompareParams } from "@/lib/view/url-state";

export const dynamic = "force-dynamic";

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [{ project }, { a, b }] = await Promise.all([pageCaller(), loadCompareParams(searchParams)]);
  const names = Promise.all([a, b].map((id) => sessionOnce(project, id))).then(
    (sessions) =>
      `Compare · ${sessions.map(({ name, externalId }) => titleWords(name ?? externalId)).join(" and ")}`,
  );
  return titleOr("Compare", names);
}

export default async function ComparePage({ searchParams }: Props) {
  const [{ project }, { a, b, by, ta, tb }] = await Promise.all([
    pageCaller(),
    loadCompareParams(searchParams),
  ]);
  if (a === "" || b === "")
    return (
      <NotThere title="Two sessions to compare" href="/" label="All sessions">
        Select two sessions in the list, then Compare. A link can name them:{" "}
        <code className="whitespace-nowrap">/compare?a=…&amp;b=…</code>
      </NotThere>
    );
  const compared = await orNotFound(getComparison(getDatabase(), project, { a, b, by, ta, tb }));
  const { sides, model, windows } = compared;
  const [sideA, sideB] = sides;
  return (
    <CompareSessions
      sides={sides}
      model={model}
      by={compared.by}
      asked={by}
      step={
        windows === null
          ? null
          : {
              a: windows.a,
              b: windows.b,
              both: windows.both,
              onlyA: listStandingTextRows(sideA.id, windows.onlyA),
              onlyB: listStandingTextRows(sideB.id, windows.onlyB),
              madeA: listMadeRows(sideA.id, windows.madeA),
              madeB: listMadeRows(sideB.id, windows.madeB),
            }
      }
    />
  );
}
