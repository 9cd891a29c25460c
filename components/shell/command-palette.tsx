"use client";

import { Search } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../commands/use-commands";
import { makeLater } from "../ui/later";
import { useEver } from "../ui/modal";

const PaletteBox = makeLater(() => import("./palette-box"));

export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const isUsed = useEver(open);
  const change = (next: boolean) => {
    setTyped("");
    setOpen(next);
  };
  useCommands({ palette: () => change(!open) });
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet"
        title="Command palette (Ctrl/⌘ K)"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={PaletteBox.loadAhead}
        onFocus={PaletteBox.loadAhead}
        onClick={() => change(true)}
      >
        <Search size={14} aria-hidden />
        <span className="sr-only">Command palette</span>
        <kbd className="code text-2xs text-ink-3 max-sm:hidden">Ctrl/⌘ K</kbd>
      </button>
      {isUsed && (
        <PaletteBox
          open={open}
          onOpen={change}
          typed={typed}
          waiting={open && <TypedAhead typed={typed} onType={setTyped} />}
          onFailed={() => change(false)}
        />
      )}
    </>
  );
}

/** Takes what is typed before the palette is there. */
function TypedAhead({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  return (
    <input
      autoFocus
      aria-label="Command palette"
      className="fixed top-[12vh] left-1/2 z-50 h-11 w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 rounded-md bg-raised px-3 text-sm shadow-(--shadow) outline-none"
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
