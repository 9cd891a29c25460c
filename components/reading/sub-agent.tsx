import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReadAgent } from "@/lib/view/reading/read-model";
import { readModel } from "@/lib/view/reading/read-model";
import { askConversation } from "@/lib/view/views/read";
import { askSession } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { ViewLink as Link } from "../ui/view-link";
import { SpokenLine } from "./spoken-line";

const LINK = "text-accent underline-offset-2 hover:underline";

interface Props {
  agent: ReadAgent;
  /** Draws the sub-agents that this one started. */
  drawAgent: (agent: ReadAgent) => ReactNode;
}

/** The first page of what a sub-agent said, where it was started. */
export default function SubAgent({ agent: { id, name, href }, drawAgent }: Props) {
  const read = useRead();
  const { data, error } = useQuery({
    queryKey: ["conversation", id, null],
    queryFn: ({ signal }) => read(askConversation(id, null), signal),
  });
  // A frozen view may hold what was said and not the session: then it tells of no agents below.
  const { data: session } = useQuery({
    queryKey: ["session", id, null],
    queryFn: ({ signal }) => read(askSession(id), signal),
  });
  if (error !== null) return <p className="text-dangling">{error.message}</p>;
  if (data === undefined) return <p role="status">Reading…</p>;
  const { turns, next } = readModel(data, id, {
    ownFrom: session?.copied?.ownFrom ?? null,
    children: session?.children ?? [],
  });
  return (
    <div className="mt-1 border-l-2 border-line-strong pl-3">
      <ol aria-label={`What ${name} said`}>
        {turns.map((turn) => (
          <li key={turn.key} className="flex min-w-0 flex-col gap-2 border-b border-line py-2">
            <Link href={turn.href} className={`alone w-fit text-ink-3 ${LINK}`}>
              {turn.label}
            </Link>
            {turn.lines.map((line) => (
              <SpokenLine key={line.key} line={line} drawAgent={drawAgent} />
            ))}
          </li>
        ))}
      </ol>
      <Link href={href} className={`inline-flex min-h-6 items-center ${LINK}`}>
        {next === null ? "Its own page" : "The rest on its own page"}
      </Link>
    </div>
  );
}
