"use client";

import { useState } from "react";
import { describeShownChars } from "@/lib/view/block/content-words";
import { listTextPieces, revealText } from "@/lib/view/format/trace-text";
import { listMarkedPieces } from "@/lib/view/format/marked-text";
import { copyAndSay } from "../data/copy-link";
import { askBlockText } from "@/lib/view/views/block";
import { useRead } from "../data/reader";

import { MarkedText } from "../text/marked-text";

const MORE_CHARS = 200_000;

interface Props {
  sessionId: string;
  blockId: string;
  first: string | null;
  totalChars: number | null;
  value?: string | null;
}

/** Plain text: never HTML, never Markdown. Loads a long text in parts. */
export function BlockContent({ sessionId, blockId, first, totalChars, value = null }: Props) {
  const read = useRead();
  const [text, setText] = useState(first ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  if (first === null)
    return <p className="mt-2 text-xs text-ink-3">The source did not send the text of this block.</p>;
  if (totalChars === 0) return <p className="mt-2 text-xs text-ink-3">The text is empty.</p>;
  const left = (totalChars ?? text.length) - text.length;
  const loadMore = async () => {
    setLoading(true);
    setProblem(null);
    try {
      const part = { offset: text.length, limit: MORE_CHARS };
      const answer = await read(askBlockText(sessionId, blockId, part));
      setText((before) => before + (answer.content.text ?? ""));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <div className="mt-1 flex gap-2">
        <button type="button" className="btn" onClick={() => copyAndSay(text, "Text of the block")}>
          Copy
        </button>
      </div>
      <div
        className="trace-text mt-2 max-h-[70vh] overflow-auto max-sm:max-h-[50vh] rounded-xs bg-sunken p-3"
        tabIndex={0}
        role="region"
        aria-label="Text of the block"
      >
        {listTextPieces(revealText(text)).map((piece, i) => (
          <div key={i} className="[content-visibility:auto] [contain-intrinsic-size:auto_20rem]">
            <MarkedText pieces={listMarkedPieces(piece, value)} />
          </div>
        ))}
      </div>
      {left > 0 && (
        <p className="mt-2 flex items-center gap-3 text-xs text-ink-3">
          <button type="button" className="btn" disabled={loading} onClick={() => void loadMore()}>
            {loading ? "Reading…" : "Show more"}
          </button>
          {describeShownChars(text.length, totalChars)}
        </p>
      )}
      {problem !== null && <p className="mt-2 text-xs text-dangling">{problem}</p>}
    </>
  );
}
