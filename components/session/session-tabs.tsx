"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { SESSION_TABS, SESSION_VIEWS, viewAt, viewHref } from "@/lib/view/views";
import { useCursorTurn } from "./cursor";

export function SessionTabs({ id }: { id: string }) {
  const pathname = usePathname();
  const search = useSearchParams();
  const base = `/sessions/${id}`;
  const [, segment = ""] = pathname.slice(base.length).split("/");
  const open = SESSION_VIEWS.find((view) => view.segment === segment);
  const at = viewAt(pathname.slice(base.length));
  const cursor = (at?.view.of === "turn" ? at.of : search.get("turn")) ?? "";
  const following = search.get("follow") !== null;
  const turn = /^\d{1,8}$/.test(cursor) ? Number(cursor) : null;
  const shown = useCursorTurn();
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => showActiveTab(tabs.current), [pathname]);
  return (
    <nav
      ref={tabs}
      aria-label="Views of this session"
      className="flex gap-4 overflow-x-auto border-b border-line px-4 text-xs print:hidden"
    >
      {SESSION_TABS.map((view) => {
        const active = view.id === open?.tab;
        return (
          <Link
            key={view.id}
            // The address of every tab changes with the cursor: fetching them ahead would ask for all of them at each key press.
            prefetch={false}
            href={viewHref(id, view, turn ?? (view.isOfOneTurn === true ? shown : null), following)}
            aria-current={active ? "page" : undefined}
            className={`-mb-px border-b-2 py-1.5 whitespace-nowrap ${active ? "border-ink font-medium" : "border-transparent text-ink-2 hover:text-ink"}`}
          >
            {view.title}
          </Link>
        );
      })}
    </nav>
  );
}

/** On a narrow screen, scrolls the open tab into view. The page itself does not scroll. */
function showActiveTab(tabs: HTMLElement | null): void {
  const active = tabs?.querySelector<HTMLElement>("[aria-current]");
  if (tabs === null || active == null) return;
  const inset = (tabs.clientWidth - active.offsetWidth) / 2;
  tabs.scrollLeft = active.offsetLeft - tabs.offsetLeft - inset;
}
