import { lazy, Suspense, useState } from "react";
import type { CostModel } from "@/lib/view/cost/cost-model";
import { FigureFrame } from "../charts/figure-frame";

const CostTreemap = lazy(() => import("./cost-treemap"));

/** Source, then block, by price; the same as a table. */
export function CostTree({ tree, table }: { tree: CostModel["tree"]; table: CostModel["treeTable"] }) {
  const [asTable, setTable] = useState(false);
  return (
    <section aria-label="What it was paid for" className="mt-8">
      <FigureFrame
        title="What it was paid for"
        summary="Sources by what they cost in all turns together, and within each the blocks that cost most."
        asTable={asTable}
        onTable={setTable}
        data={() => table}
      >
        {asTable ? (
          <ul className="max-w-xl text-sm">
            {tree.map((group) => (
              <li key={group.name} className="mt-2">
                <p className="flex justify-between font-medium">
                  {group.name} <span className="num">{group.words}</span>
                </p>
                <ul className="pl-4">
                  {group.children.map((leaf) => (
                    <li key={leaf.key} className="flex justify-between gap-3 border-t border-line py-0.5">
                      <span className="min-w-0 truncate" dir="auto">
                        {leaf.name}
                      </span>
                      <span className="num">{leaf.words}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        ) : (
          <div className="h-72" role="img" aria-label="Sources and blocks by cost">
            <Suspense>
              <CostTreemap tree={tree} />
            </Suspense>
          </div>
        )}
      </FigureFrame>
    </section>
  );
}
