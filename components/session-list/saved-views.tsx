import { useRouter, useSearchParams } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import type { AnswerAt } from "@/lib/api/request/request";
import { buildViewQuery } from "@/lib/view/sessions/view-query";
import { copyAndSay } from "../data/copy-link";

const SaveView = lazy(() => import("./save-view"));

export type SavedView = AnswerAt<"/api/v1/views">["views"][number];

interface Props {
  views: readonly SavedView[];
  mayWrite: boolean;
}

export function SavedViews({ views, mayWrite }: Props) {
  const router = useRouter();
  const search = useSearchParams();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const list = views.filter(({ id }) => !gone.has(id));
  const kept = buildViewQuery(search);
  const current = list.find(({ query }) => query === kept.toString());
  const remove = (view: SavedView) => {
    const bringBack = () => setGone((all) => new Set([...all].filter((one) => one !== view.id)));
    setGone((all) => new Set([...all, view.id]));
    import("./remove-view-soon").then(({ removeViewSoon }) => removeViewSoon(view, bringBack), bringBack);
  };
  return (
    <>
      {list.length > 0 && (
        <select
          className="field max-w-44"
          aria-label="Saved views"
          value={current?.id ?? ""}
          onChange={({ target: { value } }) => {
            const query = list.find(({ id }) => id === value)?.query ?? "";
            router.push(query === "" ? "/" : `/?${query}`);
          }}
        >
          <option value="">Views…</option>
          {list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {current !== undefined && mayWrite && (
        <button
          type="button"
          className="btn btn-quiet"
          title={`Saved by ${current.savedBy}, for everybody of the project`}
          onClick={() => remove(current)}
        >
          Remove view
        </button>
      )}
      <button
        type="button"
        className="btn"
        onClick={() => {
          const { origin, href } = window.location;
          copyAndSay(current === undefined ? href : `${origin}/?view=${current.id}`, "Link to this view");
        }}
      >
        Copy link
      </button>
      {current === undefined && mayWrite && kept.size > 0 && (
        <Suspense fallback={null}>
          <SaveView query={kept.toString()} />
        </Suspense>
      )}
    </>
  );
}
