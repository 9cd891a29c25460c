import { useEffect, useRef, useState } from "react";
import type { ConversationInput } from "@/lib/view/answers";
import type { ListedPrompts, OutlineRow } from "@/lib/view/reading/outline";
import { joinPrompts, makeOutline } from "@/lib/view/reading/outline";
import { askPrompts } from "@/lib/view/views/read";
import { useFrozen, useRead } from "../data/reader";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  sessionId: string;
  conversation: ConversationInput;
}

/** The prompts around the page, and where the session was compacted. Others come as they are scrolled to. */
export function Outline({ sessionId, conversation }: Props) {
  const frozen = useFrozen();
  const [more, setMore] = useState<readonly ListedPrompts[]>([]);
  const read = useRead();
  const { rows, listed, earlier, later } = makeOutline(
    joinPrompts([conversation, ...more]),
    conversation,
    sessionId,
  );
  const list = useRef<HTMLOListElement>(null);
  const here = rows.find(({ isHere }) => isHere)?.key;
  useEffect(() => {
    const row = list.current?.querySelector("[data-here]");
    if (list.current !== null && row instanceof HTMLElement)
      list.current.scrollTop = row.offsetTop - list.current.offsetTop;
  }, [here]);
  const load = async (prompt: number) => {
    const found = await read(askPrompts(sessionId, prompt)).catch(() => null);
    if (found !== null) setMore((items) => [...items, found]);
  };
  return (
    <nav aria-label="Prompts" className="max-lg:mb-3 lg:sticky lg:top-14 lg:self-start print:hidden">
      <details open className="max-lg:border-b max-lg:border-line max-lg:pb-2">
        <summary className="min-h-6 cursor-pointer text-xs font-medium select-none">Prompts</summary>
        {listed !== null && <p className="num text-2xs text-ink-3">{listed}</p>}
        <ol ref={list} className="max-h-[calc(100vh-7rem)] overflow-y-auto max-lg:max-h-40">
          {!frozen && earlier !== null && (
            <li>
              <button type="button" className={MORE} onClick={() => void load(earlier)}>
                Earlier prompts
              </button>
            </li>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} isFirstHere={row.key === here} />
          ))}
          {!frozen && later !== null && (
            <li className="border-t border-line">
              <LaterPrompts key={later} onLoad={() => void load(later)} />
            </li>
          )}
        </ol>
      </details>
    </nav>
  );
}

const MORE = "min-h-6 text-xs text-accent underline-offset-2 hover:underline";

function Row({
  row: { is, words, turn, href, isHere },
  isFirstHere,
}: {
  row: OutlineRow;
  isFirstHere: boolean;
}) {
  return (
    <li className="border-t border-line first:border-t-0" {...(isFirstHere && { "data-here": "" })}>
      <Link
        href={href}
        className={`block py-1 text-xs hover:underline ${isHere ? "text-ink" : "text-ink-3"}`}
        dir="auto"
      >
        <span className="line-clamp-2 wrap-anywhere">
          {is === "compaction" && (
            <span aria-hidden className="mr-1 text-warning">
              ◆
            </span>
          )}
          {words}
        </span>
        <span className="num text-2xs text-ink-3">{turn}</span>
      </Link>
    </li>
  );
}

/** Loads more once it is scrolled to; a button for whoever does not scroll. */
function LaterPrompts({ onLoad }: { onLoad: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onLoad);
  useEffect(() => {
    latest.current = onLoad;
  });
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      latest.current();
    });
    if (button.current !== null) seen.observe(button.current);
    return () => seen.disconnect();
  }, []);
  return (
    <button ref={button} type="button" className={MORE} onClick={onLoad}>
      Later prompts
    </button>
  );
}
