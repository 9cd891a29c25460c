"use client";

import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { makeFactsHref, turnOfAddress, makeWhyHref } from "@/lib/view/questions/links";
import { useCommands } from "../commands/use-commands";

interface Selected {
  readonly text: string;
  readonly turn: number | null;
  readonly left: number;
  readonly top: number;
}

const TEXT_OF_A_TRACE = ".trace-text";
const BAR_WIDTH_PX = 132;
const BAR_HEIGHT_PX = 30;
const EDGE_PX = 8;

export function SelectionActions({ sessionId }: { sessionId: string }) {
  const pathname = usePathname();
  const router = useRouter();
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    const read = () => setSelected(selectedText());
    document.addEventListener("selectionchange", read);
    window.addEventListener("resize", read);
    return () => {
      document.removeEventListener("selectionchange", read);
      window.removeEventListener("resize", read);
    };
  }, [pathname]);
  const ask = (question: (selected: Selected) => string) => {
    // The browser tells of a new selection later than of a key.
    const now = selectedText();
    if (now === null) return false;
    router.push(question(now));
    return true;
  };
  useCommands({
    why: () => ask(({ turn, text }) => makeWhyHref(sessionId, turn, { q: text })),
    follow: () => ask(({ text }) => makeFactsHref(sessionId, text)),
  });
  if (selected === null) return null;
  return (
    <div
      role="group"
      aria-label="Questions about the selected text"
      className="absolute z-30 flex gap-1 rounded-md bg-raised p-0.5 shadow-(--shadow)"
      style={{ left: selected.left, top: selected.top }}
    >
      <Link
        className="btn btn-quiet h-6 text-accent"
        href={makeWhyHref(sessionId, selected.turn, { q: selected.text })}
      >
        why?
      </Link>
      <Link className="btn btn-quiet h-6 text-accent" href={makeFactsHref(sessionId, selected.text)}>
        follow
      </Link>
    </div>
  );
}

function selectedText(): Selected | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const anchor =
    selection.anchorNode instanceof Element ? selection.anchorNode : selection.anchorNode?.parentElement;
  const text = selection.toString().trim();
  if (text === "" || anchor?.closest(TEXT_OF_A_TRACE) == null) return null;
  const box = selection.getRangeAt(0).getBoundingClientRect();
  const room = document.documentElement.clientWidth - BAR_WIDTH_PX - EDGE_PX;
  const above = box.top > BAR_HEIGHT_PX * 3 ? box.top - BAR_HEIGHT_PX - EDGE_PX : box.bottom + EDGE_PX;
  return {
    text,
    turn: turnOfAddress(window.location.pathname, window.location.search),
    left: Math.max(EDGE_PX, Math.min(box.left, room)) + window.scrollX,
    top: above + window.scrollY,
  };
}
