"use client";

import { Dialog } from "@base-ui/react/dialog";
import { CircleHelp } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { KEYMAP } from "./keymap";
import { useCommands } from "./use-commands";

const GROUPS = [...new Set(Object.values(KEYMAP).map((command) => command.group))];

/** Opens the sheet of keyboard commands. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  useCommands({ help: () => setOpen((was) => !was) });
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="btn btn-quiet" aria-label="Keyboard commands" title="Keyboard commands (?)">
        <CircleHelp size={14} aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 max-h-[85vh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-md bg-raised p-5 shadow-(--shadow)">
          <Dialog.Title className="text-base font-medium">Keyboard commands</Dialog.Title>
          {GROUPS.map((group) => (
            <section key={group} className="mt-4">
              <h3 className="eyebrow">{group}</h3>
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
                {Object.values(KEYMAP)
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
