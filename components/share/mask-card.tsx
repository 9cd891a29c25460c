import { useEffect, useRef } from "react";
import type { HitKind, PreviewHit } from "@/lib/view/share/last-look";
import { makeHitRow } from "@/lib/view/share/last-look";
import { Sentence } from "./share-hits";

interface Props {
  hit: PreviewHit;
  kinds: readonly HitKind[];
  onShow: (ids: readonly string[], shown: boolean) => void;
  onClose: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** What one mask of the page hides, in its sentence, and what can be done about it. */
export function MaskCard({ hit, kinds, onShow, onClose }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [hit]);
  const kind = kinds.find((hitKind) => hitKind.kind === hit.kind);
  return (
    <div
      role="group"
      aria-label="This mask"
      className="absolute inset-x-0 bottom-0 grid gap-2 border-t border-line-strong bg-raised p-2"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Sentence row={makeHitRow(hit, NONE)} />
      <div className="flex flex-wrap gap-2">
        <button ref={first} type="button" className="btn" onClick={() => onShow([hit.id], true)}>
          Show this value
        </button>
        {kind !== undefined && kind.ids.length > 1 && (
          <button type="button" className="btn" onClick={() => onShow(kind.ids, true)}>
            Show all {kind.ids.length}: {kind.label}
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Keep it masked
        </button>
      </div>
    </div>
  );
}
