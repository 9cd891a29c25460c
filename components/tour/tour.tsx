import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { parseAsString } from "nuqs";
import { makeStepHref, findStep, TOUR } from "@/lib/view/tour/steps";
import { useUrlState } from "../data/use-url-state";

const PARAMS = { tour: parseAsString };

export default function Tour() {
  const pathname = usePathname();
  const search = useSearchParams();
  const [{ tour }, setTour] = useUrlState(PARAMS, { history: "replace" });
  const at = findStep(tour);
  const step = at === null ? undefined : TOUR[at];
  if (at === null || step === undefined) return null;
  const rest = new URLSearchParams([...search].filter(([name]) => name !== "tour"));
  return (
    <aside
      aria-label="Tour"
      className="fixed right-4 bottom-4 z-40 w-[min(22rem,calc(100vw-2rem))] rounded-md border border-accent bg-raised p-4 shadow-(--shadow) print:hidden"
    >
      <p className="num text-xs text-ink-3">
        Tour, step {at + 1} of {TOUR.length}
      </p>
      <h2 className="mt-1 font-medium">{step.title}</h2>
      <p className="mt-1 text-ink-2" aria-live="polite">
        {step.text}
      </p>
      <div className="mt-3 flex items-center gap-2">
        {at > 0 && (
          <Link className="btn" href={makeStepHref(at - 1)}>
            Back
          </Link>
        )}
        {at < TOUR.length - 1 && (
          <Link className="btn btn-primary" href={makeStepHref(at + 1)}>
            Next
          </Link>
        )}
        <Link
          className="btn btn-quiet ml-auto"
          href={`${pathname}${rest.size === 0 ? "" : `?${rest.toString()}`}`}
          scroll={false}
          // The page below stays as it is: the server has nothing to answer.
          onNavigate={(event) => {
            event.preventDefault();
            setTour({ tour: null });
          }}
        >
          {at < TOUR.length - 1 ? "Leave the tour" : "Done"}
        </Link>
      </div>
      <p className="mt-2 text-2xs text-ink-3">The tour can be found again under “?”.</p>
    </aside>
  );
}
