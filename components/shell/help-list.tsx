import Link from "next/link";
import { useState } from "react";
import { VERDICT_CHOICES } from "@/lib/view/findings/verdict-words";
import { TOUR_START } from "@/lib/view/tour/steps";
import { keyWords } from "../commands/key-words";
import { KEYMAP } from "../commands/keymap";
import type { Command } from "../commands/keys";
import { KEYS } from "../commands/keys";
import { boundCommands } from "../commands/use-commands";
import { ModalClose } from "../ui/modal";

const NAMES = Object.keys(KEYMAP) as Command[];
const GROUPS = [...new Set(Object.values(KEYMAP).map((command) => command.group))];

export default function HelpList({ hasTour, onLeave }: { hasTour: boolean; onLeave: () => void }) {
  const [here] = useState(() => {
    const bound = boundCommands();
    return NAMES.filter((name) => bound.has(name)).map((name) => ({ ...KEYMAP[name], keys: KEYS[name] }));
  });
  return (
    <>
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
      <section className="mt-4">
        <h3 className="eyebrow">On a finding</h3>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {VERDICT_CHOICES.map(({ key, help }) => (
            <div key={key} className="contents">
              <dt>
                <Key name={key} />
              </dt>
              <dd className="text-ink-2">{help}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p className="mt-4 flex gap-4 text-xs">
        {hasTour && <DocsLink href={TOUR_START} label="Tour" onOpen={onLeave} />}
        <DocsLink href="/docs/glossary" label="Glossary" onOpen={onLeave} />
        <DocsLink href="/docs" label="Documentation" onOpen={onLeave} />
        <DocsLink href="/docs/api" label="API reference" onOpen={onLeave} />
      </p>
      <div className="mt-5">
        <ModalClose>Close</ModalClose>
      </div>
    </>
  );
}

function DocsLink({ href, label, onOpen }: { href: string; label: string; onOpen: () => void }) {
  return (
    <Link href={href} onClick={onOpen} className="underline underline-offset-2 hover:text-ink">
      {label}
    </Link>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="code min-w-5 rounded-xs border border-line-strong px-1 text-center text-2xs leading-4 text-ink-2">
      {keyWords(name)}
    </kbd>
  );
}
