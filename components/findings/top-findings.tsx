import { useRouter } from "next/navigation";
import type { TopFinding } from "@/lib/view/findings/top-findings";
import { replayStartHref } from "@/lib/view/questions/links";
import { useFrozen } from "../data/reader";
import { PromoteFinding } from "../incident/promote-finding";
import { ViewLink as Link } from "../ui/view-link";

const ACTION = "inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline";

/** What to look at first, with what can be done about it. */
export function TopFindings({ sessionId, findings }: { sessionId: string; findings: readonly TopFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <section aria-label="What went wrong" className="px-4 pt-2 max-md:order-3">
      <ol className="border-y border-line">
        {findings.map((finding) => (
          <li
            key={finding.key}
            className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1 last:border-b-0"
          >
            <span className={`text-xs ${finding.look.className}`}>
              <span aria-hidden className="mr-1 text-2xs">
                {finding.look.glyph}
              </span>
              {finding.look.severity}
            </span>
            <p className="min-w-0 flex-1 basis-80 wrap-anywhere max-md:basis-full" dir="auto">
              <Link href={finding.showHref} className="underline-offset-2 hover:underline">
                {finding.sentence}
              </Link>
            </p>
            {finding.others !== "" && (
              <span className="min-w-0 text-xs wrap-anywhere text-ink-3">{finding.others}</span>
            )}
            <Actions sessionId={sessionId} finding={finding} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Actions({ sessionId, finding }: { sessionId: string; finding: TopFinding }) {
  const frozen = useFrozen();
  const router = useRouter();
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-xs print:hidden">
      {finding.whyHref !== null && (
        <Link href={finding.whyHref} className={ACTION}>
          why
        </Link>
      )}
      {!frozen && finding.mayBeKept && (
        <button
          type="button"
          className={ACTION}
          title="Replays the session under the policies that it could follow, and gives the price of each"
          onClick={() => router.push(replayStartHref(sessionId))}
        >
          what would have kept it
        </button>
      )}
      <PromoteFinding
        sessionId={sessionId}
        code={finding.code}
        turn={finding.turn}
        title={finding.sentence}
        isBrief
      />
    </div>
  );
}
