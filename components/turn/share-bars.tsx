import type { SourceShare } from "@/lib/view/turn/window-rows";

export function ShareBars({ shares }: { shares: readonly SourceShare[] }) {
  if (shares.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1 text-xs">
      {shares.map((row) => (
        <li
          key={row.group}
          title={row.title ?? undefined}
          className="grid grid-cols-[9.5rem_1fr_3.5rem_2.5rem] items-center gap-2"
        >
          <span className="truncate text-ink-2">
            {row.label}
            {row.blocks !== null && <span className="num text-ink-3"> {row.blocks}</span>}
          </span>
          <span className="h-2 overflow-hidden rounded-xs bg-sunken">
            <span
              className="block h-full rounded-xs"
              style={{ width: `${Math.min(100, (row.share ?? 0) * 100)}%`, background: row.color }}
            />
          </span>
          <span className="num text-right">{row.tokens}</span>
          <span className="num text-right text-ink-3">{row.shareText}</span>
          {row.title !== null && <span className="col-span-full text-ink-3">{row.title}</span>}
        </li>
      ))}
    </ul>
  );
}
