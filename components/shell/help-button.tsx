"use client";

import { Dialog } from "@base-ui/react/dialog";
import { CircleHelp } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { TOUR_START } from "@/lib/view/tour/steps";
import type { Command } from "../commands/keymap";
import { KEYMAP } from "../commands/keymap";
import { boundCommands, useCommands } from "../commands/use-commands";

const PLACES: readonly object[] = Object.values(KEYMAP);
const byPlace = (a: object, b: object) => PLACES.indexOf(a) - PLACES.indexOf(b);

const GROUPS = [...new Set(Object.values(KEYMAP).map((command) => command.group))];

export function HelpButton({ hasTour }: { hasTour: boolean }) {
  const [open, setOpen] = useState(false);
  const [here, setHere] = useState<readonly (typeof KEYMAP)[Command][]>([]);
  const change = (next: boolean) => {
    if (next) setHere([...boundCommands()].map((name) => KEYMAP[name]).sort(byPlace));
    setOpen(next);
  };
  const title = useRef<HTMLHeadingElement>(null);
  useCommands({ help: () => change(!open) });
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Trigger className="btn btn-quiet" aria-label="Keyboard commands" title="Keyboard commands (?)">
        <CircleHelp size={14} aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup
          initialFocus={title}
          className="fixed top-1/2 left-1/2 z-50 max-h-[85vh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-md bg-raised p-5 shadow-(--shadow)"
        >
          <Dialog.Title ref={title} tabIndex={-1} className="text-base font-medium outline-none">
            Keyboard commands
          </Dialog.Title>
          <p className="mt-1 text-xs text-ink-3">What works on this page.</p>
          {GROUPS.filter((group) => here.some((command) => command.group === group)).map((group) => (
            <section key={group} className="mt-4">
              <h3 className="eyebrow">{group}</h3>
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
                {here
                  .filter((command) => command.group === group)
                  .map((command) => (
                    <div key={command.label} className="contents">
                      <dt className="flex gap-1">
                        {command.keys.map((key) => (
                          <Key key={key} name={key} />
                        ))}
                      </dt>
                      <dd className="text-ink-2">{command.label}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          <p className="mt-4 flex gap-4 text-xs">
            {hasTour && <DocsLink href={TOUR_START} label="Tour" onOpen={() => setOpen(false)} />}
            <DocsLink href="/docs/glossary" label="Glossary" onOpen={() => setOpen(false)} />
            <DocsLink href="/docs" label="Documentation" onOpen={() => setOpen(false)} />
            <DocsLink href="/docs/api" label="API reference" onOpen={() => setOpen(false)} />
          </p>
          <Dialog.Close className="btn mt-5">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DocsLink({ href, label, onOpen }: { href: string; label: string; onOpen: () => void }) {
  return (
    <Link href={href} onClick={onOpen} className="underline underline-offset-2 hover:text-ink">
      {label}
    </Link>
  );
}

const SYMBOLS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Mod: "Ctrl/⌘",
};

function Key({ name }: { name: string }) {
  const text = name
    .split("+")
    .map((part) => SYMBOLS[part] ?? part)
    .join(" ");
  return (
    <kbd className="code min-w-5 rounded-xs border border-line-strong px-1 text-center text-2xs leading-4 text-ink-2">
      {text === " " ? "+" : text}
    </kbd>
  );
}
