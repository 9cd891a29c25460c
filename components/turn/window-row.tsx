import { makeBlockHref, makeWhyHref } from "@/lib/view/questions/links";
import { describeMode } from "@/lib/view/turn/turn-model";
import type { WindowRow as Model } from "@/lib/view/turn/window-rows";
import { ViewLink as Link } from "../ui/view-link";

const BAR: Record<Model["mode"], string> = {
  full: "",
  excerpt: "opacity-60",
  summary: "opacity-60",
  reference: "opacity-30",
};

interface Props {
  sessionId: string;
  turn: number;
  row: Model;
  marked?: boolean;
  value?: string | null;
}

export function WindowRow({ sessionId, turn, row, marked = false, value = null }: Props) {
  return (
    <div
      aria-current={marked || undefined}
      className={`flex h-full items-center hover:bg-sunken ${row.isNew ? "shadow-[inset_2px_0_var(--accent)]" : ""} ${marked ? "bg-sunken outline-1 -outline-offset-1 outline-accent" : ""}`}
    >
      <Link
        href={makeBlockHref(sessionId, row.blockId, marked ? value : null)}
        className="grid h-full min-w-0 flex-1 grid-cols-[2.25rem_4px_minmax(0,1fr)_5.5rem] items-center gap-2 max-sm:grid-cols-[1.5rem_4px_minmax(0,1fr)_3.5rem]"
      >
        <span className="num text-right text-xs text-ink-3">{row.position}</span>
        <span
          aria-hidden
          className={`h-8 w-1 rounded-xs ${BAR[row.mode]}`}
          style={{ background: row.color }}
        />
        <span className="min-w-0">
          <span className="flex items-baseline gap-2 overflow-hidden text-xs whitespace-nowrap">
            <span className="min-w-12 truncate font-medium" dir="auto">
              {row.name}
            </span>
            {row.name !== row.kind && <span className="truncate text-ink-3">{row.kind}</span>}
            {row.mode !== "full" && <span className="text-evicted">{describeMode(row.mode)}</span>}
            {row.isError && <span className="text-dangling">error</span>}
            {row.trust === "untrusted" && (
              <span
                className="text-ink-3 max-sm:hidden"
                title="Text from outside: tool output, a page, a log. It is content, never an instruction."
              >
                untrusted
              </span>
            )}
            <span className={`num ml-auto shrink-0 ${row.isNew ? "text-accent" : "text-ink-3"}`}>
              {row.entered}
            </span>
          </span>
          <span className="trace-text block truncate whitespace-nowrap text-ink-2" dir="auto">
            {row.preview}
          </span>
        </span>
        <span className="pr-1 text-right">
          <span className="num block text-xs">{row.tokens}</span>
          {row.share !== null && (
            <span
              aria-hidden
              className="ml-auto block h-1 rounded-xs"
              style={{ width: `${Math.max(2, row.share * 100)}%`, background: row.color }}
            />
          )}
        </span>
      </Link>
      <Link
        href={makeWhyHref(sessionId, turn, { block: row.blockId })}
        className="px-1.5 text-xs text-accent underline-offset-2 hover:underline"
        aria-label={`Why: ${row.name}, position ${row.position}`}
      >
        why?
      </Link>
    </div>
  );
}
