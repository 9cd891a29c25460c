import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  allWords,
  countText,
  firstShown,
  openSummary,
  unreadBlocksWords,
} from "@/lib/view/lanes/summary-words";
import { markedPieces } from "@/lib/view/format/marked-text";
import { visibleText } from "@/lib/view/format/trace-text";
import { blockHref } from "@/lib/view/questions/links";
import { summaryRead } from "@/lib/view/views/evictions";
import { MarkedText } from "../text/marked-text";
import { useRead } from "../data/reader";
import { ViewLink as Link } from "../ui/view-link";

const FIRST_SHOWN = 50;

interface Notice {
  readonly kind: string;
  readonly text: string;
  readonly times: number;
  readonly blockId: string;
}

interface Props {
  sessionId: string;
  compaction: number;
  value: string | null;
}

export default function SummaryDiff({ sessionId, compaction, value }: Props) {
  const read = useRead();
  const { data, error } = useQuery({
    queryKey: ["summary-diff", sessionId, compaction],
    queryFn: ({ signal }) => read(summaryRead(sessionId, compaction), signal),
    staleTime: Infinity,
  });
  if (error !== null) return <p className="mt-2 text-dangling">{error.message}</p>;
  if (data === undefined)
    return <p className="mt-2 text-ink-3">Comparing the summary with what it replaced…</p>;
  return (
    <div className="mt-2 grid grid-cols-1 gap-x-6 gap-y-3 md:grid-cols-3">
      <Notices
        sessionId={sessionId}
        value={value}
        title="Lost"
        glyph="−"
        tone="text-dangling"
        notices={data.lost}
        total={data.lostTotal}
        none="Every path, name and constraint of what left is in the summary."
      />
      <Notices
        sessionId={sessionId}
        value={value}
        title="Kept"
        glyph="+"
        tone="text-restorable"
        notices={data.kept}
        total={data.keptTotal}
        none="None of the paths, names and constraints of what left is in the summary."
      />
      <div className="min-w-0">
        <h3 className="font-medium">Summary</h3>
        {data.summary === null ? (
          <p className="mt-1 text-ink-3">The source does not store the summary.</p>
        ) : (
          <>
            <p
              className="trace-text mt-1 max-h-80 overflow-auto rounded-xs bg-sunken p-2"
              tabIndex={0}
              role="region"
              aria-label="Text of the summary"
              dir="auto"
            >
              <MarkedText pieces={markedPieces(visibleText(data.summary.text), value)} scroll="nearest" />
            </p>
            <Link
              className="text-accent underline-offset-2 hover:underline"
              href={blockHref(sessionId, data.summary.blockId, value)}
            >
              {openSummary(data.summary.totalChars)}
            </Link>
          </>
        )}
      </div>
      {data.unreadBlocks > 0 && <p className="text-ink-3">{unreadBlocksWords(data.unreadBlocks)}</p>}
    </div>
  );
}

function Notices({
  sessionId,
  value,
  title,
  glyph,
  tone,
  notices,
  total,
  none,
}: {
  sessionId: string;
  value: string | null;
  title: string;
  glyph: string;
  tone: string;
  notices: readonly Notice[];
  total: number;
  none: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? notices : notices.slice(0, FIRST_SHOWN);
  return (
    <div className="min-w-0">
      <h3 className="font-medium">
        {title} <span className="num font-normal text-ink-3">{countText(total)}</span>
      </h3>
      {total === 0 && <p className="mt-1 text-ink-3">{none}</p>}
      <ul className="mt-1 max-h-80 overflow-auto" tabIndex={0} aria-label={title}>
        {shown.map((notice) => (
          <li
            key={`${notice.kind} ${notice.text}`}
            className="flex items-baseline gap-2 border-b border-line py-0.5"
          >
            <span aria-hidden className={`num w-2 ${tone}`}>
              {glyph}
            </span>
            <Link
              className="trace-text min-w-0 flex-1 hover:underline"
              dir="auto"
              title={`Last said in ${visibleText(notice.blockId)}`}
              href={blockHref(sessionId, notice.blockId, notice.text)}
            >
              <MarkedText pieces={markedPieces(visibleText(notice.text), value)} scroll="nearest" />
            </Link>
            <span className="shrink-0 text-ink-3">
              {notice.kind}
              {notice.times > 1 && <span className="num"> ×{notice.times}</span>}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < notices.length && (
        <button type="button" className="btn mt-1" onClick={() => setWhole(true)}>
          {allWords(notices.length)}
        </button>
      )}
      {isWhole && total > notices.length && <p className="text-ink-3">{firstShown(notices.length)}</p>}
    </div>
  );
}
