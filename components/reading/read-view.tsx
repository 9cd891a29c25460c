"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ReadAgent } from "@/lib/view/reading/read-model";
import { turnAnchor } from "@/lib/view/reading/outline";
import { readModel } from "@/lib/view/reading/read-model";
import { loadReadParams } from "@/lib/view/url-state";
import { describePendingTurns } from "@/lib/view/waiting";
import type { DrawnView } from "@/lib/view/views";
import { askConversation } from "@/lib/view/views/read";
import { useLosses } from "../cost/use-losses";
import { useCommands } from "../commands/use-commands";
import { copyLink } from "../data/copy-link";
import { useOpenPage, useRead } from "../data/reader";
import { useOnChange } from "../live/use-on-change";
import { EmptyState } from "../ui/empty-state";
import { RequestNotes } from "../ui/request-notes";
import { Time } from "../ui/time";
import { ViewLink as Link } from "../ui/view-link";
import { Outline } from "./outline";
import { SpokenLine } from "./spoken-line";
import { UnfoldingAgent } from "./unfolding-agent";

const drawAgent = (agent: ReadAgent) => <UnfoldingAgent agent={agent} />;

/** A session as a conversation, some turns at a time: what was said, and in the margin what that did to the window. */
export function ReadView({ sessionId, input: { session, ...input }, search }: DrawnView<"read">) {
  const asked = loadReadParams(search).turn;
  const conversation = useConversation(sessionId, asked, input.conversation);
  const losses = useLosses(sessionId);
  const missed = session.story?.missed;
  const ownFrom = session.copied?.ownFrom ?? null;
  const { children } = session;
  const model = useMemo(
    () => readModel(conversation, sessionId, { asked, losses, missed: missed ?? [], ownFrom, children }),
    [conversation, sessionId, asked, losses, missed, ownFrom, children],
  );
  useShownTurn(asked, conversation.from);
  const openPage = useOpenPage();
  const go = (href: string | null) => {
    if (href !== null) openPage(href);
  };
  useCommands({
    next: () => showChapter(1) || go(model.next),
    previous: () => showChapter(-1) || go(model.previous),
    nextTen: () => go(model.next),
    previousTen: () => go(model.previous),
    copyLink,
  });
  const statement = describePendingTurns(session.pending);
  if (model.empty && statement !== null) return <EmptyState title="Being worked out">{statement}</EmptyState>;
  if (model.empty)
    return (
      <EmptyState title="No turn to read yet.">
        What is said in this session stands here once its first model call was received.
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-1 gap-x-8 px-4 pt-3 pb-16 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Outline key={conversation.promptsFrom} conversation={conversation} sessionId={sessionId} />
      <div className="min-w-0">
        <p className="text-xs text-ink-3">
          {model.summary} <RequestNotes notes={[model.note]} />
        </p>
        <ol>
          {model.turns.map((turn) => (
            <li
              key={turn.key}
              id={turnAnchor(turn.key)}
              className="grid scroll-mt-14 grid-cols-1 gap-x-6 border-b border-line py-3 md:grid-cols-[minmax(0,52rem)_13rem]"
            >
              {(turn.chapter !== null || turn.seam !== null) && (
                <ChapterHead chapter={turn.chapter} seam={turn.seam} />
              )}
              <div className="flex min-w-0 flex-col gap-2">
                {turn.lines.map((line) => (
                  <SpokenLine key={line.key} line={line} drawAgent={drawAgent} />
                ))}
              </div>
              <aside
                className="flex flex-wrap gap-x-3 text-xs text-ink-3 max-md:order-first max-md:mb-1 max-md:items-center md:flex-col"
                aria-label={turn.label}
              >
                <Link href={turn.href} className="font-medium text-ink-2 underline-offset-2 hover:underline">
                  {turn.label}
                </Link>
                <Time iso={turn.at} className="num" />
                {turn.marks.map(({ text, href }) => (
                  <Link key={text} href={href} className="num underline-offset-2 hover:underline">
                    {text}
                  </Link>
                ))}
              </aside>
            </li>
          ))}
        </ol>
        <Pages previous={model.previous} next={model.next} />
      </div>
    </div>
  );
}

/** The page as it is now: the last one grows with a session that runs. */
function useConversation(
  sessionId: string,
  turn: number | null,
  first: DrawnView<"read">["input"]["conversation"],
) {
  const read = useRead();
  const { data = first, refetch } = useQuery({
    queryKey: ["conversation", sessionId, turn],
    queryFn: ({ signal }) => read(askConversation(sessionId, turn), signal),
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useOnChange(async () => {
    if (data.next === null) await refetch();
  }, "body");
  return data;
}

const CHAPTER = "[data-chapter]";
/** A heading this near to the top, below the bar of the app, is the one that is read. */
const NEAR_PX = 64;

/** Scrolls to the next or the previous exchange of the page. @returns whether there is one */
function showChapter(by: 1 | -1): boolean {
  const heads = [...document.querySelectorAll(CHAPTER)];
  const tops = heads.map((head) => head.getBoundingClientRect().top);
  const at = by > 0 ? tops.findIndex((top) => top > NEAR_PX) : tops.findLastIndex((top) => top < NEAR_PX / 2);
  heads[at]?.scrollIntoView({ block: "start" });
  return at >= 0;
}

function ChapterHead({
  chapter,
  seam,
}: Pick<ReturnType<typeof readModel>["turns"][number], "chapter" | "seam">) {
  return (
    <div className="max-md:order-first md:col-span-2">
      {seam !== null && (
        <p className="my-1 border-y border-dashed border-line-strong py-1 text-xs text-ink-2" dir="auto">
          {seam}
        </p>
      )}
      {chapter !== null && (
        <h2 data-chapter className="mb-1 flex scroll-mt-14 flex-wrap items-baseline gap-x-3">
          <span className="font-medium">
            {chapter.title}
            {chapter.goesOn && ", continued"}
          </span>
          <span className="num text-xs font-normal text-ink-3">{chapter.facts}</span>
        </h2>
      )}
    </div>
  );
}

/** A link to a turn opens its page at that turn. A link to a place on the page says more, and stays. */
function useShownTurn(turn: number | null, from: number | null): void {
  useEffect(() => {
    if (turn === null || turn === from || window.location.hash !== "") return;
    document.getElementById(turnAnchor(turn))?.scrollIntoView({ block: "start" });
  }, [turn, from]);
}

type Drawn = ReturnType<typeof readModel>;

function Pages({ previous, next }: Pick<Drawn, "previous" | "next">) {
  if (previous === null && next === null) return null;
  return (
    <p className="mt-4 flex justify-between gap-4 print:hidden">
      {previous === null ? (
        <span />
      ) : (
        <Link href={previous} className="btn">
          Earlier turns
        </Link>
      )}
      {next !== null && (
        <Link href={next} className="btn">
          Later turns
        </Link>
      )}
    </p>
  );
}
