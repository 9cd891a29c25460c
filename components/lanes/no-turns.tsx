"use client";

import { pickKindColor } from "@/lib/view/chart/palette";
import type { StillPending } from "@/lib/core/pending";
import { describePendingTurns } from "@/lib/view/waiting";
import { describeLaneSize } from "@/lib/view/lanes/lane-words";
import { ColorDot } from "../ui/color-dot";
import { EmptyState } from "../ui/empty-state";
import { ViewLink as Link } from "../ui/view-link";
import { useLanes } from "./use-lanes";

const SHOWN_MAX = 200;

interface NoTurnsProps {
  sessionId: string;
  /** What is still being worked out of the session. */
  pending: StillPending | null | undefined;
}

/** A session without a window: nothing of it is worked out yet, or no model call was received, and what it holds is listed. */
export function NoTurns({ sessionId, pending }: NoTurnsProps) {
  const statement = describePendingTurns(pending);
  if (statement !== null) return <EmptyState title="Being worked out">{statement}</EmptyState>;
  return <WithoutCalls sessionId={sessionId} />;
}

function WithoutCalls({ sessionId }: { sessionId: string }) {
  const { data } = useLanes(sessionId, "no turns");
  const blocks = data?.lanes.slice(0, SHOWN_MAX) ?? [];
  return (
    <>
      <EmptyState title="No turns yet">
        No model call of this session was received, so nothing is known of its windows.{" "}
        {blocks.length > 0 && "This is what it holds:"}
      </EmptyState>
      {blocks.length > 0 && (
        <ul
          aria-label="What this session holds"
          className="mx-auto mb-16 max-w-3xl border-t border-line px-4 text-xs"
        >
          {blocks.map((lane) => (
            <li key={lane.id} className="flex items-baseline gap-2 border-b border-line py-1.5">
              <ColorDot color={pickKindColor(lane.kind)} />
              <Link
                className="min-w-0 truncate text-accent hover:underline"
                href={`/sessions/${sessionId}/blocks/${encodeURIComponent(lane.id)}`}
                dir="auto"
              >
                {lane.name} {lane.hint}
              </Link>
              <span className="num ml-auto shrink-0 text-ink-3">{describeLaneSize(lane)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
