import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue } from "react";
import { makeBlockHref } from "@/lib/view/questions/links";
import { computeSourceShares, listWindowRows } from "@/lib/view/turn/window-rows";
import { describePanel } from "@/lib/view/turn/panel-words";
import type { AnswerAt } from "@/lib/api/request/request";
import { describeCost } from "@/lib/view/format/cost";
import { describeTook } from "@/lib/view/turn/took-words";
import { askWindowPanel } from "@/lib/view/views/overview";
import { useRead } from "../data/reader";
import { useLive } from "../live/live-session";
import { useOnChange } from "../live/use-on-change";
import { ShareBars } from "../turn/share-bars";
import { ReadFailed } from "../ui/read-failed";
import { BlockLine } from "../ui/block-line";
import { ViewLink as Link } from "../ui/view-link";

export function TurnPanel({ sessionId, turn }: { sessionId: string; turn: number }) {
  const read = useRead();
  const asked = useDeferredValue(turn);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ["window", sessionId, asked],
    queryFn: ({ signal }) => read(askWindowPanel(sessionId, asked), signal),
    placeholderData: keepPreviousData,
  });
  const { following } = useLive();
  const dimmed = isPlaceholderData && !following;
  useOnChange(async ({ fromTurn }) => {
    if (fromTurn !== null && fromTurn <= asked) await refetch();
  });
  return (
    <section
      aria-label={`Turn ${turn}`}
      className={`min-h-[29rem] max-sm:min-h-[32rem] print:min-h-0 ${dimmed ? "opacity-60" : ""}`}
    >
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="font-medium">Turn {turn}</h2>
        <Link
          className="text-xs text-accent underline-offset-2 hover:underline"
          prefetch={false}
          href={`/sessions/${sessionId}/turns/${turn}`}
        >
          Open the window
        </Link>
      </div>
      {isError && <ReadFailed what="This turn" onRetry={() => void refetch()} className="text-xs" />}
      {data === undefined && !isError && <Skeleton />}
      {data !== undefined && <PanelBody answer={data} sessionId={sessionId} />}
    </section>
  );
}

type WindowAnswer = AnswerAt<"/api/v1/sessions/{id}/turns/{turn}/window">;

const PanelBody = memo(function PanelBody({
  answer,
  sessionId,
}: {
  answer: WindowAnswer;
  sessionId: string;
}) {
  const largest = listWindowRows(answer.entries, answer.turn.turn, answer.windowTokens);
  const words = describePanel(answer);
  const cost = describeCost(answer.costs);
  const took = describeTook(answer.turn);
  return (
    <>
      <p className="mt-1 text-xs text-ink-2">
        <span className="num text-base text-ink" title={words.sizeTitle}>
          {words.size}
        </span>{" "}
        tokens{words.blocks}
        {words.growth !== null && (
          <>
            {" "}
            · <span className="num">{words.growth.value}</span> caused by turn {words.growth.turn}
          </>
        )}
      </p>
      <p className="text-xs text-ink-2">
        {words.entered !== null && (
          <>
            {words.entered},{" "}
            <span className={answer.counts.evictions > 0 ? "text-evicted" : ""}>{words.evictions}</span>,{" "}
          </>
        )}
        {words.calls}
        {cost !== null && (
          <>
            {" "}
            ·{" "}
            <span className="num" title={cost.detail}>
              {cost.value}
            </span>
          </>
        )}
        {took !== null && <> · took {took}</>}
      </p>
      {!answer.turn.windowKnown && (
        <p className="mt-2 text-xs text-warning">
          The source does not say what stood in this window; only its total is known.
        </p>
      )}
      <ShareBars
        shares={computeSourceShares(
          answer.bySource,
          answer.residual,
          answer.windowTokens,
          answer.blocksBySource,
        )}
      />
      {largest.length > 0 && (
        <>
          <h3 className="eyebrow mt-4">Largest blocks</h3>
          <ol className="mt-1 text-xs">
            {largest.map((row) => (
              <li key={row.blockId} className="border-b border-line py-1">
                <BlockLine {...row} href={makeBlockHref(sessionId, row.blockId)} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
});

function Skeleton() {
  return (
    <div aria-hidden className="mt-3 grid gap-2">
      {[60, 90, 75, 40].map((width) => (
        <div key={width} className="h-3 rounded-xs bg-sunken" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
