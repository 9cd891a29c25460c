import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { CompareSessions } from "@/components/compare-sessions/compare-sessions";
import { NotThere } from "@/components/ui/not-there";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound, titleOr } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { compareSessions, compareWindows } from "@/lib/queries/compare-sessions";
import { compareSessionsModel, standingTextRows } from "@/lib/view/compare-sessions/model";
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
  const ids = { a, b };
  const compared = await orNotFound(compareSessions(database(), project, ids, by));
  const first = compared.steps.find((step) => step.a !== null && step.b !== null);
  const [at, bt] = ta !== null && tb !== null ? [ta, tb] : [first?.a ?? null, first?.b ?? null];
  const windows =
    at === null || bt === null
      ? null
      : await orNotFound(compareWindows(database(), project, ids, { a: at, b: bt }));
  return (
    <CompareSessions
      sides={[nameOf(compared.a.session), nameOf(compared.b.session)]}
      model={compareSessionsModel(compared.a, compared.b, compared.by, compared.steps)}
      by={compared.by}
      asked={by}
      step={
        windows === null
          ? null
          : {
              a: windows.a,
              b: windows.b,
              both: windows.both,
              onlyA: standingTextRows(compared.a.session.id, windows.onlyA),
              onlyB: standingTextRows(compared.b.session.id, windows.onlyB),
            }
      }
    />
  );
}

function nameOf({ id, name, externalId }: { id: string; name: string | null; externalId: string }) {
  return { id, name: name ?? externalId };
}
