import type { BlockUses } from "@/lib/view/block/block-uses";
import { ViewLink as Link } from "../ui/view-link";

const LINK = "underline decoration-line-strong underline-offset-2 hover:decoration-current";

export function BlockUsesList({ sessionId, uses }: { sessionId: string; uses: BlockUses }) {
  return (
    <section className="mt-6">
      <h3 className="font-medium">Who used it</h3>
      <p className="mt-1 text-xs text-ink-2">{uses.summary}</p>
      <ul className="mt-1 max-h-96 overflow-auto text-xs" tabIndex={uses.rows.length > 0 ? 0 : undefined}>
        {uses.rows.map(({ key, turn, who, blockId, words, missing, times }) => (
          <li key={key} className="border-b border-line py-1">
            <p className="flex gap-2">
              <Link className={`alone num shrink-0 ${LINK}`} href={`/sessions/${sessionId}/turns/${turn}`}>
                turn {turn}
              </Link>
              {blockId === null ? (
                <span className="min-w-0 truncate" dir="auto">
                  {who}
                </span>
              ) : (
                <Link
                  className={`alone min-w-0 truncate ${LINK}`}
                  href={`/sessions/${sessionId}/blocks/${encodeURIComponent(blockId)}`}
                  dir="auto"
                >
                  {who}
                </Link>
              )}
              {times !== "" && <span className="num ml-auto shrink-0 text-ink-3">{times}</span>}
            </p>
            {words !== "" && (
              <p className={missing ? "text-dangling" : "text-ink-3"}>
                {missing && <span aria-hidden>! </span>}
                {words}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
