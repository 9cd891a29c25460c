import type { CheckpointRow, RestartRow } from "@/lib/view/checkpoints/checkpoints-model";
import { buildCheckpointsModel } from "@/lib/view/checkpoints/checkpoints-model";
import { loadCheckpointsParams } from "@/lib/view/url-state";
import type { DrawnView } from "@/lib/view/views";
import { listMarkedPieces } from "@/lib/view/format/marked-text";
import { MarkedText } from "../text/marked-text";
import { EmptyState } from "../ui/empty-state";
import { ViewLink as Link } from "../ui/view-link";

const LINK = "text-accent underline-offset-2 hover:underline";

const MARKED = "aria-current:outline-1 aria-current:outline-offset-8 aria-current:outline-accent";

export function CheckpointsView({ sessionId, input, search }: DrawnView<"checkpoints">) {
  const { summary, rows, empty } = buildCheckpointsModel(input.checkpoints, `/sessions/${sessionId}`);
  const { turn, value } = loadCheckpointsParams(search);
  if (empty !== null)
    return (
      <EmptyState
        title={empty.title}
        action={
          empty.example !== null && (
            <pre className="code max-w-full overflow-auto bg-sunken p-3 text-left text-xs" tabIndex={0}>
              {empty.example}
            </pre>
          )
        }
      >
        {empty.text}
      </EmptyState>
    );
  return (
    <div className="px-4 pt-3 pb-16">
      <p className="mb-4 text-base">{summary}</p>
      {rows.map((row) => (
        <Checkpoint
          key={row.key}
          row={row}
          asked={turn}
          value={row.turns.includes(turn ?? -1) ? value : null}
        />
      ))}
    </div>
  );
}

interface CheckpointProps {
  row: CheckpointRow;
  asked: number | null;
  value: string | null;
}

function Checkpoint({ row, asked, value }: CheckpointProps) {
  const { turn, title, href, facts, fields, restarts } = row;
  return (
    <section
      aria-label={title}
      aria-current={(turn !== null && turn === asked) || undefined}
      className={`mb-10 border-t border-line pt-3 first-of-type:border-t-0 ${MARKED}`}
    >
      <h2 className="text-base font-medium">
        {href === null ? (
          title
        ) : (
          <Link href={href} className={LINK}>
            {title}
          </Link>
        )}
      </h2>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-xs">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-ink-3">{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <div
        className={`grid items-start gap-x-8 ${restarts.length > 0 && fields.length > 0 ? "xl:grid-cols-2" : ""}`}
      >
        {restarts.length > 0 && (
          <div className="min-w-0">
            {restarts.map((restart) => (
              <Restart key={restart.title} restart={restart} asked={asked} value={value} />
            ))}
          </div>
        )}
        {fields.length > 0 && (
          <table className="mt-4 w-full table-fixed text-sm">
            <caption className="pb-1 text-left font-medium">What the saved state holds</caption>
            <tbody>
              {fields.map(({ name, text, mark, word }) => (
                <tr key={name} className="border-b border-line align-baseline">
                  <th
                    scope="row"
                    className="w-24 py-1.5 pr-3 text-left font-normal text-ink-2 sm:w-52 sm:pr-4"
                  >
                    {name}
                  </th>
                  <td
                    className={`w-28 pr-3 whitespace-nowrap sm:pr-4 ${word === "there" ? "" : "text-warning"}`}
                  >
                    <span aria-hidden>{mark}</span> {word}
                  </td>
                  <td className="trace-text py-1.5" dir="auto">
                    <MarkedText pieces={listMarkedPieces(text, value)} scroll="nearest" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

interface RestartProps {
  restart: RestartRow;
  asked: number | null;
  value: string | null;
}

function Restart({ restart, asked, value }: RestartProps) {
  const { turn, title, href, summary, items } = restart;
  return (
    <section aria-label={title} aria-current={turn === asked || undefined} className={`mt-4 ${MARKED}`}>
      <h3 className="font-medium">
        <Link href={href} className={LINK}>
          {title}
        </Link>
      </h3>
      <p className="text-xs text-ink-2" dir="auto">
        {summary}
      </p>
      <ul className="mt-1 text-sm">
        {items.map((item) => (
          <li key={item.key} className="flex items-baseline gap-3 border-b border-line py-1">
            <span className={`w-32 shrink-0 ${item.outcome === "lost" ? "text-dangling" : ""}`}>
              <span aria-hidden>{item.mark}</span> {item.word}
            </span>
            <span className="w-20 shrink-0 text-ink-3 sm:w-24">{item.what}</span>
            <span className="min-w-0 break-words" dir="auto">
              {item.href === null ? (
                <MarkedText pieces={listMarkedPieces(item.text, value)} scroll="nearest" />
              ) : (
                <Link href={item.href} className={LINK}>
                  <MarkedText pieces={listMarkedPieces(item.text, value)} scroll="nearest" />
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
