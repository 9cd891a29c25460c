"use client";

import { useState } from "react";
import { useCommands } from "../commands/use-commands";
import { makeLater } from "../ui/later";
import { useEver } from "../ui/modal";

const PreviewBox = makeLater(() => import("./preview-box"));

interface Props {
  sessionId: string;
  firstTurn: number;
  lastTurn: number;
}

/** The space bar opens it, on a link to a block or on a row of it. */
export function BlockPreview(props: Props) {
  const [block, setBlock] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const isUsed = useEver(open);
  useCommands({
    preview: () => {
      const meant = blockMeant();
      if (meant === null) return false;
      setBlock(meant);
      setOpen(true);
    },
  });
  if (!isUsed || block === null) return null;
  return (
    <PreviewBox {...props} blockId={block} open={open} onOpen={setOpen} onFailed={() => setOpen(false)} />
  );
}

const BLOCK_PATH = /^\/sessions\/[^/]+\/blocks\/([^/]+)$/;
const ROW = "li, tr, [role=row]";
const OWN_KEY = "button, summary, input, select, textarea";

/**
 * The block that the reader means: that of the focused link or row, else the one under the pointer, else the one that is
 * selected in a drawing. `null` for none, and where the space bar has another meaning.
 */
function blockMeant(): string | null {
  const focused = document.activeElement;
  if (focused !== null && focused !== document.body)
    return focused.closest(OWN_KEY) === null ? (blockOf(focused) ?? findSelectedBlock()) : null;
  const pointed = [...document.querySelectorAll(":hover")].at(-1);
  return (pointed === undefined ? null : blockOf(pointed)) ?? findSelectedBlock();
}

/** A drawing has no links: it says itself which block is under the pointer. */
const DRAWN = "data-block";
const SELECTED = "data-selected-block";

function blockOf(element: Element): string | null {
  const drawn = element.getAttribute(DRAWN);
  if (drawn !== null) return drawn;
  const link = element.closest("a") ?? element.closest(ROW);
  const links = link === null ? [] : [link, ...(link.closest(ROW)?.querySelectorAll("a") ?? [])];
  for (const one of links) {
    if (!(one instanceof HTMLAnchorElement)) continue;
    const id = BLOCK_PATH.exec(one.pathname)?.[1] ?? new URLSearchParams(one.search).get("block");
    if (id !== null && id !== "") return decodeURIComponent(id);
  }
  return null;
}

/** A drawing says which block is selected in it: the address gets that later. */
function findSelectedBlock(): string | null {
  return document.querySelector(`[${SELECTED}]`)?.getAttribute(SELECTED) ?? null;
}
