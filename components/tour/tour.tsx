import Link from "next/link";
import type { ReadonlyURLSearchParams } from "next/navigation";
import { usePathname, useSearchParams } from "next/navigation";
import { parseAsString } from "nuqs";
import { useEffect } from "react";
import type { TourStep } from "@/lib/view/tour/steps";
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
  return (
    <Card
      key={at}
      at={at}
      step={step}
      search={search}
      pathname={pathname}
      onLeave={() => setTour({ tour: null })}
    />
  );
}

interface CardProps {
  at: number;
  step: TourStep;
  search: ReadonlyURLSearchParams;
  pathname: string;
  onLeave: () => void;
}

function Card({ at, step, search, pathname, onLeave }: CardProps) {
  useInSight(step.about);
  const parameters = new URLSearchParams([...search].filter(([name]) => name !== "tour"));
  return (
    <aside
      aria-label="Tour"
      className="fixed right-4 bottom-4 z-40 w-[min(22rem,calc(100vw-2rem))] rounded-md border border-accent bg-raised p-4 shadow-(--shadow) max-sm:inset-x-2 max-sm:bottom-2 max-sm:w-auto max-sm:p-3 print:hidden"
    >
      <p className="num text-xs text-ink-3">
        Tour, step {at + 1} of {TOUR.length}
      </p>
      <h2 className="mt-1 font-medium">{step.title}</h2>
      <p className="mt-1 text-ink-2 max-sm:text-xs" aria-live="polite">
        {step.text}
      </p>
      <div className="mt-3 flex items-center gap-2 max-sm:mt-2">
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
          href={`${pathname}${parameters.size === 0 ? "" : `?${parameters.toString()}`}`}
          scroll={false}
          // The page below stays as it is: the server has nothing to answer.
          onNavigate={(event) => {
            event.preventDefault();
            onLeave();
          }}
        >
          {at < TOUR.length - 1 ? "Leave the tour" : "Done"}
        </Link>
      </div>
      <p className="mt-2 text-2xs text-ink-3 max-sm:hidden">The tour can be found again under “?”.</p>
    </aside>
  );
}

/** Here the card takes the lower part of the screen. */
const NARROW = "(width < 40rem)";
const LOOKED_FOR_MS = 5_000;
/** The bar of the app stays at the top. */
const BELOW_BAR = "3.5rem";

/** On a narrow screen, what a step tells about is brought above its card, once it is drawn. */
function useInSight(selector: string): void {
  useEffect(() => {
    if (!window.matchMedia(NARROW).matches) return;
    document.body.style.paddingBottom = "50vh";
    const show = () => {
      const part = document.querySelector<HTMLElement>(selector);
      part?.style.setProperty("scroll-margin-top", BELOW_BAR);
      part?.scrollIntoView({ block: "start" });
      return part !== null;
    };
    const drawn = new MutationObserver(() => show() && drawn.disconnect());
    if (!show()) drawn.observe(document.body, { childList: true, subtree: true });
    const stop = window.setTimeout(() => drawn.disconnect(), LOOKED_FOR_MS);
    return () => {
      window.clearTimeout(stop);
      drawn.disconnect();
      document.body.style.paddingBottom = "";
    };
  }, [selector]);
}
