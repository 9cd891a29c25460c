import Link from "next/link";
import type { ReactNode } from "react";
import { useState } from "react";
import { EVICTION_HOWS } from "@/lib/core/vocabulary";
import { SEVERITY_LOOKS } from "@/lib/view/severity";
import { VERDICT_CHOICES } from "@/lib/view/findings/verdict-words";
import { TOUR_START } from "@/lib/view/tour/steps";
import { keyWords } from "../commands/key-words";
import { KEYMAP } from "../commands/keymap";
import type { Command } from "../commands/keys";
import { KEYS } from "../commands/keys";
import { boundCommands } from "../commands/use-commands";
import { MARKER_LOOK } from "../charts/marker-row";
import { MARKER_KINDS, MARKER_WORDS } from "../occupancy/marker-legend";
import { HowGlyph } from "../ui/how-glyph";
import { ModalClose } from "../ui/modal";

const NAMES = Object.keys(KEYMAP) as Command[];
const GROUPS = [...new Set(Object.values(KEYMAP).map((command) => command.group))];

/** What charts, lanes and lists draw, wherever they stand. */
const MARKS: readonly { readonly words: string; readonly sign: ReactNode }[] = [
  ...SEVERITY_LOOKS.map(({ severity, glyph, className }) => ({
    words: `${severity} finding`,
    sign: (
      <span aria-hidden className={`w-3 text-center text-2xs ${className}`}>
        {glyph}
      </span>
    ),
  })),
  ...MARKER_KINDS.map((kind) => ({
    words: MARKER_WORDS[kind],
    sign: <MarkSign d={MARKER_LOOK[kind].path(0.4)} color={MARKER_LOOK[kind].color} />,
  })),
  ...EVICTION_HOWS.map((how) => ({ words: `${how}: how a block left`, sign: <HowGlyph how={how} /> })),
  { words: "from where a block left to where it was wanted", sign: <Stroke d="M-5 12C-5 2 5 2 5 12" /> },
  { words: "a dotted tail: gone, and something still leads to it", sign: <Stroke d="M-5 8H5" isDotted /> },
];

function MarkSign({ d, color }: { d: string; color: string }) {
  return (
    <svg width={12} height={16} viewBox="-5.5 0 11 16" aria-hidden className="shrink-0">
      <path d={d} fill={color} />
    </svg>
  );
}

function Stroke({ d, isDotted = false }: { d: string; isDotted?: boolean }) {
  return (
    <svg width={12} height={16} viewBox="-5.5 0 11 16" aria-hidden className="shrink-0">
      <path
        d={d}
        fill="none"
        stroke="var(--state-dangling)"
        strokeWidth={1.75}
        strokeDasharray={isDotted ? "2 2" : undefined}
      />
    </svg>
  );
}

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
                  <dt className="flex items-start gap-1">
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
      <section className="mt-4">
        <h3 className="eyebrow">Marks</h3>
        <ul className="mt-1 grid grid-cols-1 gap-x-6 gap-y-1 text-ink-2 sm:grid-cols-2">
          {MARKS.map(({ words, sign }) => (
            <li key={words} className="flex items-center gap-2">
              {sign}
              {words}
            </li>
          ))}
        </ul>
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
