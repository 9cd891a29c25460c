import type { PointerEvent, RefObject } from "react";
import { memo, useEffect, useRef, useState } from "react";
import { findMaskable } from "@/lib/view/share/last-look";
import { SharedPage } from "../share-page/shared-page";
import { MaskCard } from "./mask-card";
import type { Preview } from "./use-last-look";
import { useMasks } from "./use-masks";

interface Props {
  preview: Preview;
  /** Shows these values to the visitor, or masks them. */
  onShow: (ids: readonly string[], shown: boolean) => void;
  /** `null` where there is no text to mask. */
  onMask: ((text: string) => void) | null;
}

const Page = memo(SharedPage);

/** The page as the visitor will get it. A click on a mask opens it, and a text that is selected can be masked. */
export default function LastLook({ preview: { job, look, hits, kinds }, onShow, onMask }: Props) {
  const [chosen, setChosen] = useState<{ readonly hit: number; readonly job: string } | null>(null);
  const opened = chosen?.job === job ? chosen.hit : null;
  const hit = opened === null ? undefined : hits[opened];
  const frame = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const places = useMasks(frame, page, look.marks);
  const selected = useSelected(page);
  return (
    <div ref={frame} className="relative overflow-hidden rounded-sm border border-line-strong">
      <div
        ref={page}
        role="region"
        aria-label="The page as the visitor will see it"
        tabIndex={0}
        className="relative h-[60vh] overflow-auto bg-surface text-[13px] lg:h-[calc(90vh-9rem)]"
      >
        <Page key={job} snapshot={look.snapshot} />
      </div>
      <div className="pointer-events-none absolute inset-0 overflow-hidden">
        {places.map(({ key, hit: of, ...box }) => (
          <button
            key={key}
            type="button"
            style={box}
            aria-label={`Masked: ${hits[of]?.label ?? ""}`}
            aria-pressed={of === opened}
            title={hits[of]?.label}
            onClick={() => setChosen({ hit: of, job })}
            className="mask pointer-events-auto absolute overflow-hidden px-0.5 text-left text-[10px] leading-none whitespace-nowrap"
          >
            {hits[of]?.label}
          </button>
        ))}
      </div>
      {hit !== undefined && (
        <MaskCard hit={hit} kinds={kinds} onShow={onShow} onClose={() => setChosen(null)} />
      )}
      {onMask !== null && selected.text !== null && (
        <p className="absolute inset-x-0 bottom-0 flex flex-wrap items-center gap-2 border-t border-line-strong bg-raised p-2">
          <span className="min-w-0 flex-1 truncate" dir="auto">
            Selected: <span className="code">{selected.text}</span>
          </span>
          <button
            type="button"
            className="btn btn-primary"
            onPointerDown={keepSelection}
            onClick={() => {
              if (selected.text !== null) onMask(selected.text);
              selected.forget();
            }}
          >
            Mask it everywhere
          </button>
          <button
            type="button"
            className="btn"
            onPointerDown={keepSelection}
            onClick={() => selected.forget()}
          >
            Leave it
          </button>
        </p>
      )}
    </div>
  );
}

function keepSelection(event: PointerEvent): void {
  event.preventDefault();
}

/** The text that was last selected within the page, until it is dealt with: a touch on a button ends a selection. */
function useSelected(page: RefObject<HTMLElement | null>) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const onSelect = () => {
      const selection = document.getSelection();
      const root = page.current;
      if (selection === null || selection.isCollapsed || root === null) return;
      if (!root.contains(selection.anchorNode) || !root.contains(selection.focusNode)) return;
      setText(findMaskable(selection.toString()));
    };
    document.addEventListener("selectionchange", onSelect);
    return () => document.removeEventListener("selectionchange", onSelect);
  }, [page]);
  const forget = () => {
    document.getSelection()?.removeAllRanges();
    setText(null);
  };
  return { text, forget };
}
