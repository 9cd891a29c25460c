"use client";

import Link from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { memo, useEffect, useRef } from "react";
import { SESSION_TABS, SESSION_VIEWS, findViewAt, makeViewHref } from "@/lib/view/views";
import { useCursorTurn } from "./cursor";

interface Props {
  id: string;
  /** The view that this session has nothing for. Its tab stands only while it is open. */
  without: string | null;
}

export function SessionTabs({ id, without }: Props) {
  const pathname = usePathname();
  const search = useSearchParams();
  const base = `/sessions/${id}`;
  const [, segment = ""] = pathname.slice(base.length).split("/");
  const open = SESSION_VIEWS.find((view) => view.segment === segment);
  const at = findViewAt(pathname.slice(base.length));
  const following = search.get("follow") !== null;
  const turn = at?.view.of === "turn" ? turnOf(at.of) : turnIn(search);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => showActiveTab(tabs.current), [pathname]);
  return (
    <nav
      ref={tabs}
      aria-label="Views of this session"
      className="flex gap-4 overflow-x-auto border-b border-line px-4 text-xs print:hidden"
    >
      {SESSION_TABS.filter((view) => view.id !== without || view.id === open?.tab).map((view) => {
        const OneTab = view.isOfOneTurn === true ? TabAtCursor : Tab;
        const active = view.id === open?.tab;
        return <OneTab key={view.id} id={id} view={view} active={active} turn={turn} following={following} />;
      })}
    </nav>
  );
}

function turnIn(search: URLSearchParams): number | null {
  return turnOf(search.get("turn") ?? "");
}

function turnOf(text: string): number | null {
  return /^\d{1,8}$/.test(text) ? Number(text) : null;
}

interface TabProps {
  id: string;
  view: (typeof SESSION_TABS)[number];
  active: boolean;
  turn: number | null;
  following: boolean;
}

const Tab = memo(function Tab({ id, view, active, turn, following }: TabProps) {
  const router = useRouter();
  return (
    <Link
      // The address of every tab changes with the cursor: fetching them ahead would ask for all of them at each key press.
      prefetch={false}
      href={makeViewHref(id, view, turn, following)}
      // The address may have got a moved cursor just now, by this click.
      onNavigate={(event) => {
        const now = turnIn(new URLSearchParams(window.location.search));
        if (following || now === null || now === turn) return;
        event.preventDefault();
        router.push(makeViewHref(id, view, now));
      }}
      aria-current={active ? "page" : undefined}
      className={`-mb-px border-b-2 py-1.5 whitespace-nowrap ${active ? "border-ink font-medium" : "border-transparent text-ink-2 hover:text-ink"}`}
    >
      {view.title}
    </Link>
  );
});

function TabAtCursor({ turn, ...tab }: TabProps) {
  const shown = useCursorTurn();
  return <Tab turn={turn ?? shown} {...tab} />;
}

/** On a narrow screen, scrolls the open tab into view. The page itself does not scroll. */
function showActiveTab(tabs: HTMLElement | null): void {
  const active = tabs?.querySelector<HTMLElement>("[aria-current]");
  if (tabs === null || active == null) return;
  const inset = (tabs.clientWidth - active.offsetWidth) / 2;
  tabs.scrollLeft = active.offsetLeft - tabs.offsetLeft - inset;
}
