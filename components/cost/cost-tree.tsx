import { lazy, Suspense, useRef } from "react";
import type { KeyboardEvent } from "react";
import type { CostModel } from "@/lib/view/cost/cost-model";
import { FigureFrame } from "../charts/figure-frame";
import { useFrozen } from "../data/reader";
import { ViewLink as Link } from "../ui/view-link";

const CostTreemap = lazy(() => import("./cost-treemap"));

interface Props {
  readonly tree: CostModel["tree"];
  readonly table: CostModel["treeTable"];
  readonly selected: string | null;
  readonly asTable: boolean;
  readonly onTable: (on: boolean) => void;
}

/** Source, then block, by price; the same as a table. */
export function CostTree({ tree, table, selected, asTable, onTable }: Props) {
  return (
    <section aria-label="What it was paid for" className="mt-8">
      <FigureFrame
        title="What it was paid for"
        summary="Sources by what they cost in all turns together, and within each the blocks that cost most."
        asTable={asTable}
        onTable={onTable}
        data={() => table}
      >
        {asTable ? <Groups tree={tree} /> : <Picture tree={tree} selected={selected} />}
      </FigureFrame>
    </section>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

function Picture({ tree, selected }: Pick<Props, "tree" | "selected">) {
  const opens = !useFrozen();
  const box = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const cells = [...(box.current?.querySelectorAll<SVGElement>("[data-sel]") ?? [])];
    if (step === undefined || cells.length === 0) return;
    // The keys of the page would go to a row of its tables.
    event.stopPropagation();
    event.preventDefault();
    const at = cells.findIndex((cell) => cell === document.activeElement);
    const from = at >= 0 ? at : cells.findIndex(({ dataset }) => dataset.sel === selected);
    cells[Math.max(0, Math.min(cells.length - 1, from + step))]?.focus();
  };
  return (
    <>
      <div
        ref={box}
        className="h-72 print:h-auto"
        role="group"
        aria-label="Sources and blocks by cost: arrows go through them, Enter opens one"
        tabIndex={0}
        onKeyDown={move}
      >
        <Suspense>
          <CostTreemap tree={tree} selected={selected} opens={opens} />
        </Suspense>
      </div>
      <Selected tree={tree} selected={selected} />
    </>
  );
}

/** What the selected block is, for who cannot hover. */
function Selected({ tree, selected }: Pick<Props, "tree" | "selected">) {
  const found = tree
    .flatMap((group) => group.children.map((leaf) => ({ group, leaf })))
    .find(({ leaf }) => `tree.${leaf.treeKey}` === selected);
  return (
    <p className="mt-1 min-h-5 text-xs text-ink-2 print:hidden" aria-live="polite" dir="auto">
      {found !== undefined && (
        <>
          {found.group.name}:{" "}
          {found.leaf.href === null ? (
            found.leaf.name
          ) : (
            <Link href={found.leaf.href} className="text-accent underline-offset-2 hover:underline">
              {found.leaf.name}
            </Link>
          )}{" "}
          <span className="num">{found.leaf.words}</span>
        </>
      )}
    </p>
  );
}

function Groups({ tree }: Pick<Props, "tree">) {
  return (
    <ul className="max-w-xl text-sm">
      {tree.map((group) => (
        <li key={group.name} className="mt-2">
          <p className="flex justify-between font-medium">
            {group.name} <span className="num">{group.words}</span>
          </p>
          <ul className="pl-4">
            {group.children.map((leaf) => (
              <li key={leaf.treeKey} className="flex justify-between gap-3 border-t border-line py-0.5">
                <span className="min-w-0 truncate print:whitespace-normal" dir="auto" title={leaf.name}>
                  {leaf.href === null ? (
                    leaf.name
                  ) : (
                    <Link href={leaf.href} className="underline-offset-2 hover:underline">
                      {leaf.name}
                    </Link>
                  )}
                </span>
                <span className="num">{leaf.words}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
