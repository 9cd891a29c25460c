import { useState } from "react";
import { MISSED_COLORS } from "@/lib/view/occupancy/moments";
import type { Arc, BarPiece, StoryCard } from "@/lib/view/story/story-cards";
import type { TopFinding } from "@/lib/view/findings/top-findings";
import { useGrows } from "../live/live-session";
import { ViewLink as Link } from "../ui/view-link";
import { StorySentenceLine } from "./story-sentence";

interface Props {
  cards: readonly StoryCard[];
  sessionId: string;
  /** The gravest finding about something that had left, which names it. */
  lost: TopFinding | undefined;
}

/** What was lost, what was wasted and what to do, below the story. */
export function StoryCards({ cards, sessionId, lost }: Props) {
  const grows = useGrows();
  const [places] = useState(() => cards.map(({ kind }) => kind));
  if (cards.length === 0) return null;
  // While the session runs, no card changes its place, and none pushes down what stands below.
  const shown = grows ? cards.toSorted((a, b) => places.indexOf(a.kind) - places.indexOf(b.kind)) : cards;
  return (
    <div
      className={`grid grid-cols-1 gap-x-4 gap-y-2 px-4 pt-3 max-md:order-2 md:grid-cols-3 print:order-none! print:grid-cols-3! ${grows ? "md:min-h-36" : ""}`}
    >
      {shown.map(({ kind, title, headline, lines, caution, picture }) => (
        <section
          key={kind}
          aria-label={title}
          className="min-w-0 break-inside-avoid border-l-2 border-line-strong pl-3"
        >
          <h2 className="text-2xs text-ink-3">{title}</h2>
          <p className="font-medium wrap-anywhere">
            <StorySentenceLine sentence={headline} sessionId={sessionId} />
          </p>
          {picture?.form === "arcs" && <ArcLane arcs={picture.arcs} label={picture.label} />}
          {picture?.form === "bar" && <PartBar pieces={picture.pieces} label={picture.label} />}
          {kind === "missed" && lost !== undefined && <LostLine finding={lost} />}
          {(kind === "missed" && lost !== undefined ? [] : lines).map((line, at) => (
            <p key={at} className="text-xs text-ink-2 wrap-anywhere">
              <StorySentenceLine sentence={line} sessionId={sessionId} />
            </p>
          ))}
          {caution !== null && <p className="text-xs text-ink-3">{caution}</p>}
        </section>
      ))}
    </div>
  );
}

/** A finding says what left and who needed it in one sentence, so it stands in place of bare turns. */
function LostLine({ finding: { sentence, showHref, whyHref } }: { finding: TopFinding }) {
  return (
    <p className="text-xs text-ink-2 wrap-anywhere" dir="auto">
      <Link href={showHref} className="underline-offset-2 hover:underline">
        {sentence}
      </Link>
      {whyHref !== null && (
        <>
          {" · "}
          <Link href={whyHref} className="text-accent underline-offset-2 hover:underline">
            why
          </Link>
        </>
      )}
    </p>
  );
}

const LANE_WIDTH = 240;
const LANE_HEIGHT = 20;

function ArcLane({ arcs, label }: { arcs: readonly Arc[]; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${LANE_WIDTH} ${LANE_HEIGHT}`}
      preserveAspectRatio="none"
      className="my-1 block h-5 w-full max-w-72"
      role="img"
      aria-label={label}
    >
      <path d={`M0 ${LANE_HEIGHT - 1}H${LANE_WIDTH}`} stroke="var(--line-strong)" />
      {arcs.map(({ from, to, how }, at) => (
        <path
          key={at}
          d={arcPath(from * LANE_WIDTH, to * LANE_WIDTH)}
          fill="none"
          stroke={MISSED_COLORS[how]}
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

function arcPath(from: number, to: number): string {
  const base = LANE_HEIGHT - 1;
  return `M${from} ${base}C${from} 0 ${to} 0 ${to} ${base}`;
}

function PartBar({ pieces, label }: { pieces: readonly BarPiece[]; label: string }) {
  return (
    <div
      className="my-1.5 flex h-2 w-full max-w-72 overflow-hidden rounded-xs"
      role="img"
      aria-label={label}
      title={label}
    >
      {pieces.map(({ label: part, color, share }) => (
        <span key={part} style={{ width: `${share * 100}%`, background: color }} />
      ))}
    </div>
  );
}
