import type { EdgeDetail } from "@/lib/view/plan/plan-model";
import { makeBlockHref } from "@/lib/view/questions/links";
import { ValueExcerpt } from "../text/value-excerpt";
import { ViewLink as Link } from "../ui/view-link";

const SHOWN_MAX = 20;

export function EdgeDetails({
  sessionId,
  details,
  value,
  onClose,
}: {
  sessionId: string;
  details: readonly EdgeDetail[];
  /** What the address asks to mark; without it, each use marks its own value. */
  value: string | null;
  /** `null` for what the page chose itself. */
  onClose: (() => void) | null;
}) {
  return (
    <section aria-label="Selection" aria-live="polite" className="mb-6">
      <div className="flex items-baseline justify-between">
        <h2 className="font-medium">
          {onClose === null
            ? "First use without its evidence"
            : details.length === 1
              ? "Evidence"
              : `Evidence, ${details.length} uses`}
        </h2>
        {onClose !== null && (
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            Clear
          </button>
        )}
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
              <p className="trace-text mt-1 max-h-32 overflow-auto text-ink-3" tabIndex={0} dir="auto">
                <ValueExcerpt
                  sessionId={sessionId}
                  blockId={detail.evidenceBlock}
                  value={value ?? detail.value}
                  preview={detail.evidencePreview}
                />
              </p>
            )}
            <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
              {[
                { block: detail.evidenceBlock, label: "Evidence" },
                { block: detail.useBlock, label: "Use" },
                { block: detail.residualBlock, label: "The model's words" },
                { block: detail.refetchedBy, label: "Fetched again" },
              ].map(({ block, label }) => (
                <BlockLink
                  key={label}
                  sessionId={sessionId}
                  block={block}
                  value={value ?? detail.value}
                  label={label}
                />
              ))}
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

interface BlockLinkProps {
  sessionId: string;
  block: string | null;
  value: string | null;
  label: string;
}

function BlockLink({ sessionId, block, value, label }: BlockLinkProps) {
  if (block === null) return null;
  return (
    <Link className={LINK} href={makeBlockHref(sessionId, block, value)}>
      {label}
    </Link>
  );
}
