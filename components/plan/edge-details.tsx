import type { EdgeDetail } from "@/lib/view/plan/plan-model";
import { ViewLink as Link } from "../ui/view-link";

const SHOWN_MAX = 20;

export function EdgeDetails({
  sessionId,
  details,
  onClose,
}: {
  sessionId: string;
  details: readonly EdgeDetail[];
  onClose: () => void;
}) {
  return (
    <section aria-label="Selection" aria-live="polite" className="mb-6">
      <div className="flex items-baseline justify-between">
        <h2 className="font-medium">
          {details.length === 1 ? "Evidence" : `Evidence, ${details.length} uses`}
        </h2>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Clear
        </button>
      </div>
      <ol>
        {details.slice(0, SHOWN_MAX).map((detail) => (
          <li key={detail.id} className="border-b border-line py-2 text-xs">
            <p dir="auto">
              <span aria-hidden className="mr-1.5 font-semibold" style={{ color: detail.look.color }}>
                {detail.look.glyph}
              </span>
              {detail.sentence}
            </p>
            <p className="mt-1 text-ink-2" dir="auto">
              {detail.proof}
            </p>
            {detail.evidencePreview !== "" && (
              <p className="trace-text mt-1 line-clamp-3 text-ink-3">{detail.evidencePreview}</p>
            )}
            <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
              <BlockLink sessionId={sessionId} block={detail.evidenceBlock} label="Evidence" />
              <BlockLink sessionId={sessionId} block={detail.useBlock} label="Use" />
              <BlockLink sessionId={sessionId} block={detail.residualBlock} label="The model's words" />
              <BlockLink sessionId={sessionId} block={detail.refetchedBy} label="Fetched again" />
              <Link className={LINK} href={`/sessions/${sessionId}/turns/${detail.turn}`}>
                Window of turn {detail.turn}
              </Link>
            </p>
          </li>
        ))}
      </ol>
      {details.length > SHOWN_MAX && (
        <p className="mt-1 text-xs text-ink-3">{details.length - SHOWN_MAX} more are in the list.</p>
      )}
    </section>
  );
}

const LINK = "text-accent underline-offset-2 hover:underline";

function BlockLink({ sessionId, block, label }: { sessionId: string; block: string | null; label: string }) {
  if (block === null) return null;
  return (
    <Link className={LINK} href={`/sessions/${sessionId}/blocks/${encodeURIComponent(block)}`}>
      {label}
    </Link>
  );
}
