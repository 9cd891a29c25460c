"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { PaletteBody } from "./palette-body";
import { useCommands } from "../commands/use-commands";

export function CommandPalette() {
  const [open, setOpen] = useState(false);
  useCommands({ palette: () => setOpen((was) => !was) });
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="btn btn-quiet" title="Command palette (Ctrl/⌘ K)">
        <Search size={14} aria-hidden />
        <span className="sr-only">Command palette</span>
        <kbd className="code text-2xs text-ink-3 max-sm:hidden">Ctrl/⌘ K</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 rounded-md bg-raised shadow-(--shadow)">
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Suspense>
            <Placed onDone={() => setOpen(false)} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Placed({ onDone }: { onDone: () => void }) {
  const pathname = usePathname();
  const search = useSearchParams();
  const sessionId = /^\/sessions\/([^/]+)/.exec(pathname)?.[1] ?? null;
  const cursor = /\/turns\/(\d+)/.exec(pathname)?.[1] ?? search.get("turn");
  return (
    <PaletteBody
      sessionId={sessionId}
      turn={cursor === null || !/^\d{1,8}$/.test(cursor) ? null : Number(cursor)}
      onDone={onDone}
    />
  );
}
