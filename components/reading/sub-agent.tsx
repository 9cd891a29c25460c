import { useQuery } from "@tanstack/react-query";
import type { ReadAgent } from "@/lib/view/reading/read-model";
import { readModel } from "@/lib/view/reading/read-model";
import { askConversation } from "@/lib/view/views/read";
import { useRead } from "../data/reader";
import { ViewLink as Link } from "../ui/view-link";
import { SpokenLine } from "./spoken-line";

const LINK = "text-accent underline-offset-2 hover:underline";

/** The first page of what a sub-agent said, where it was started. */
export default function SubAgent({ agent: { id, name, href } }: { agent: ReadAgent }) {
  const read = useRead();
  const { data, error } = useQuery({
    queryKey: ["conversation", id, null],
    queryFn: ({ signal }) => read(askConversation(id, null), signal),
  });
  if (error !== null) return <p className="text-dangling">{error.message}</p>;
  if (data === undefined) return <p role="status">Reading…</p>;
  const { turns, next } = readModel(data, id);
  return (
    <div className="mt-1 border-l-2 border-line-strong pl-3">
      <ol aria-label={`What ${name} said`}>
        {turns.map((turn) => (
          <li key={turn.key} className="flex min-w-0 flex-col gap-2 border-b border-line py-2">
            <Link href={turn.href} className={`alone w-fit text-ink-3 ${LINK}`}>
              {turn.label}
            </Link>
            {turn.lines.map((line) => (
              <SpokenLine key={line.key} line={line} />
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
