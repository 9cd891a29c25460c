"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

export const SESSION_VIEWS = [
  { path: "", label: "Overview" },
  { path: "/evictions", label: "Evictions" },
] as const;

/** The views of a session. */
export function SessionTabs({ id }: { id: string }) {
  const pathname = usePathname();
  const base = `/sessions/${id}`;
  return (
    <nav aria-label="Views of this session" className="flex gap-4 border-b border-line px-4 text-xs">
      {SESSION_VIEWS.map((tab) => {
        const href = `${base}${tab.path}`;
        const active =
          tab.path === ""
            ? pathname === base ||
              pathname.startsWith(`${base}/turns`) ||
              pathname.startsWith(`${base}/blocks`)
            : pathname.startsWith(href);
        return (
          <Link
            key={tab.path}
            href={href}
            aria-current={active ? "page" : undefined}
            className={`-mb-px border-b-2 py-1.5 ${active ? "border-ink font-medium" : "border-transparent text-ink-2 hover:text-ink"}`}
          >
            {tab.label}
          </Link>
        );
      })}
    </nav>
  );
}
