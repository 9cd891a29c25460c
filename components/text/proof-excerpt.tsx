"use client";

import { cutPiecesAround } from "@/lib/view/block/text-around";
import { revealText } from "@/lib/view/format/trace-text";
import { makeBlockHref } from "@/lib/view/questions/links";
import { ViewLink as Link } from "../ui/view-link";
import { MarkedText } from "./marked-text";
import { useBlockLife } from "./value-excerpt";

interface Props {
  sessionId: string;
  blockId: string | null;
  value: string | null;
}

export function ProofExcerpt({ sessionId, blockId, value }: Props) {
  const isAsked = blockId !== null && value !== null && value !== "";
  const { data } = useBlockLife(sessionId, blockId ?? "", value, isAsked);
  if (!isAsked || data === undefined) return null;
  return (
    <section aria-label="Proof" className="mt-3 mb-3 max-w-4xl text-xs">
      <p className="text-ink-2">
        {data.around === null ? "Not in the text of this block: " : "In the text of this block: "}
        <span className="trace-text" dir="auto">
          “{revealText(value)}”
        </span>
        .{" "}
        <Link
          className="text-accent underline-offset-2 hover:underline"
          href={makeBlockHref(sessionId, blockId, data.around === null ? null : value)}
        >
          Open the block
        </Link>
      </p>
      {data.around !== null && (
        <p
          className="trace-text mt-1 max-h-40 overflow-auto rounded-xs bg-sunken p-2"
          tabIndex={0}
          dir="auto"
        >
          <MarkedText pieces={cutPiecesAround(data.around, value)} scroll="nearest" />
        </p>
      )}
    </section>
  );
}
