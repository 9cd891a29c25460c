import type { ReactNode } from "react";
import type { Lane } from "@/lib/view/lanes/decode";
import type { EvictionDetail } from "@/lib/view/lanes/detail";
import { buildEvictionDetail, buildEvictionMarkdown } from "@/lib/view/lanes/detail";
import { describeLaneSize } from "@/lib/view/lanes/lane-words";
import { cutPiecesAround } from "@/lib/view/block/text-around";
import { listMarkedPieces } from "@/lib/view/format/marked-text";
import { revealText } from "@/lib/view/format/trace-text";
import { makeBlockHref } from "@/lib/view/questions/links";
import { MarkedText } from "../text/marked-text";
import { useBlockLife } from "../text/value-excerpt";
import { copyText } from "../data/copy-text";
import { AnnotateButton } from "../incident/annotate-button";
import { ReadFailed } from "../ui/read-failed";
import { HowGlyph } from "../ui/how-glyph";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  sessionId: string;
  lane: Lane;
  value: string | null;
  pinned: boolean;
  onPin: () => void;
  onTurn: (turn: number) => void;
}

export default function EvictionPanel({ sessionId, lane, value, pinned, onPin, onTurn }: Props) {
  const { data, isError, refetch } = useBlockLife(sessionId, lane.id, value);
  const around = data?.around ?? null;
  const title = lane.hint === "" ? lane.name : `${lane.name} ${lane.hint}`;
  const neededAt = new Map(lane.evictions.map((eviction) => [eviction.turn, eviction.neededAt]));
  const details = (data?.residencies ?? []).flatMap(({ eviction }) =>
    eviction === null ? [] : [buildEvictionDetail(eviction, title, neededAt.get(eviction.turn) ?? [])],
  );
  return (
    <section aria-label="Selected block" className="min-h-64 text-xs">
      <h2 className="line-clamp-2 text-sm font-medium wrap-anywhere" dir="auto" title={title}>
        {title}
      </h2>
      <p className="text-ink-3">{describeLaneSize(lane)}</p>
      <p className="mt-1 flex flex-wrap gap-x-3 print:hidden">
        <Link
          className="text-accent underline-offset-2 hover:underline"
          href={makeBlockHref(sessionId, lane.id, around === null ? null : value)}
        >
          Open the block
        </Link>
        <button
          type="button"
          className="text-accent underline-offset-2 hover:underline"
          aria-pressed={pinned}
          onClick={onPin}
        >
          {pinned ? "Unpin the lane" : "Pin the lane on top"}
        </button>
        {details.length > 0 && (
          <button
            type="button"
            className="text-accent underline-offset-2 hover:underline"
            onClick={() => void copyText(buildEvictionMarkdown(details, window.location.href))}
          >
            Copy as Markdown
          </button>
        )}
      </p>
      {isError && <ReadFailed what="This block" onRetry={() => void refetch()} />}
      {data !== undefined && (
        // A line that is cut off would show in the padding of the cut text itself.
        <div className="mt-2 rounded-xs bg-sunken p-2">
          <p className={`trace-text text-ink-2 ${around === null ? "line-clamp-4" : ""}`} dir="auto">
            {around === null || value === null ? (
              revealText(data.block.preview) || "(no text)"
            ) : (
              <MarkedText pieces={cutPiecesAround(around, value)} scroll="nearest" />
            )}
          </p>
        </div>
      )}
      {data !== undefined && details.length === 0 && <p className="mt-3 text-ink-2">{stillThere(lane)}</p>}
      {details.map((detail) => (
        <Detail
          key={detail.turn}
          detail={detail}
          value={value}
          onTurn={onTurn}
          action={
            <AnnotateButton
              sessionId={sessionId}
              pin={{ pin: "eviction", target: lane.id, turn: detail.turn }}
              name={`the eviction of ${title}`}
            />
          }
        />
      ))}
    </section>
  );
}

interface DetailProps {
  detail: EvictionDetail;
  value: string | null;
  onTurn: (turn: number) => void;
  action: ReactNode;
}

function Detail({ detail, value, onTurn, action }: DetailProps) {
  return (
    <div className="mt-4 border-t border-line pt-2">
      <h3 className="flex items-baseline gap-1.5 font-medium">
        <HowGlyph how={detail.how} />
        {detail.how} at <TurnButton turn={detail.turn} onTurn={onTurn} />
        <span className="ml-auto font-normal">{action}</span>
      </h3>
      <p className="mt-1 text-ink-2" dir="auto">
        {detail.sentence}
      </p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {detail.facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="max-w-40 truncate text-ink-3" dir="auto" title={label}>
              {label}
            </dt>
            <dd className="num wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ))}
        {detail.refetched !== null && <Again label="Fetched again" turn={detail.refetched} onTurn={onTurn} />}
        {detail.reentered !== null && <Again label="Came back" turn={detail.reentered} onTurn={onTurn} />}
        {detail.neededAt.map((turn) => (
          <Again key={turn} label="Needed at" turn={turn} onTurn={onTurn} />
        ))}
      </dl>
      {detail.reference !== null && (
        <>
          <p className="mt-2 text-ink-3">Left in its place: {detail.reference.kind}</p>
          <p
            className="trace-text mt-1 max-h-32 overflow-auto rounded-xs bg-sunken p-2"
            tabIndex={0}
            dir="auto"
          >
            <MarkedText pieces={listMarkedPieces(detail.reference.text, value)} scroll="nearest" />
          </p>
        </>
      )}
    </div>
  );
}

function Again({ label, turn, onTurn }: { label: string; turn: number; onTurn: (turn: number) => void }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-dangling">
        <TurnButton turn={turn} onTurn={onTurn} />
      </dd>
    </>
  );
}

function TurnButton({ turn, onTurn }: { turn: number; onTurn: (turn: number) => void }) {
  return (
    <button
      type="button"
      className="num underline decoration-dotted underline-offset-2"
      title={`Put the cursor on turn ${turn}`}
      onClick={() => onTurn(turn)}
    >
      turn {turn}
    </button>
  );
}

function stillThere({ residencies }: Lane): string {
  const first = residencies[0];
  if (first === undefined) return "This block was never in a window.";
  const last = residencies.at(-1);
  return last?.to == null
    ? `In the window since turn ${first.from}, and still there.`
    : `In the window from turn ${first.from} to turn ${last.to}.`;
}
