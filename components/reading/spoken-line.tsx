import { Fragment } from "react";
import type { ReactNode } from "react";
import type { ReadAgent, ReadLine } from "@/lib/view/reading/read-model";
import { splitCode } from "@/lib/view/reading/spoken-text";
import { ViewLink as Link } from "../ui/view-link";

const PROSE = "max-w-[46rem] whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]";

interface Props {
  line: ReadLine;
  /** Draws a sub-agent where it was started; without it, a line tells of none. */
  drawAgent?: ((agent: ReadAgent) => ReactNode) | undefined;
}

/** A prompt and an answer stand whole; a call, its result and thinking show their first lines and unfold. */
export function SpokenLine({ line, drawAgent }: Props) {
  if (line.form === "folded") return <Folded line={line} drawAgent={drawAgent} />;
  return (
    <div className={line.form === "prompt" ? "border-l-2 border-accent bg-sunken px-3 py-2" : ""}>
      <Name line={line} />
      <Said line={line} text={line.head} />
      <Rest line={line} />
    </div>
  );
}

interface SaidProps {
  line: Pick<ReadLine, "isCode" | "form">;
  text: string;
  /** What of it stands before. */
  before?: string;
  isCut?: boolean;
}

/** What tools got and gave stands in columns, as code within prose does; the rest is read as prose. */
function Said({ line, text, before = "", isCut = false }: SaidProps) {
  const cut = isCut ? "line-clamp-3" : "";
  const ink = line.form === "folded" ? "text-ink-2" : "";
  if (line.isCode)
    return (
      <pre className={`trace-text ${cut} ${ink}`} dir="auto">
        {text}
      </pre>
    );
  return (
    <div className={`${PROSE} ${cut} ${ink} ${line.form === "folded" ? "text-xs" : "text-base"}`}>
      {splitCode(text, before).map((part, i) =>
        part.isCode ? (
          <pre key={i} className="trace-text my-1 rounded-xs bg-sunken p-2" dir="auto">
            {part.text}
          </pre>
        ) : (
          <p key={i} dir="auto">
            {part.text}
          </p>
        ),
      )}
    </div>
  );
}

function Folded({ line, drawAgent }: { line: ReadLine; drawAgent?: Props["drawAgent"] }) {
  return (
    <div className="break-inside-avoid border-l-2 pl-3 text-xs" style={{ borderColor: line.color }}>
      <Name line={line} />
      <Said line={line} text={line.head} isCut />
      <Rest line={line} />
      {line.result !== null && (
        <div className="mt-1">
          <Folded line={line.result} />
        </div>
      )}
      {drawAgent !== undefined &&
        line.agents.map((agent) => <Fragment key={agent.id}>{drawAgent(agent)}</Fragment>)}
    </div>
  );
}

function Name({ line }: { line: ReadLine }) {
  return (
    <p className="flex break-after-avoid flex-wrap items-baseline gap-x-2 text-xs">
      <Link href={line.href} className="font-medium underline-offset-2 hover:underline" dir="auto">
        {line.name}
      </Link>
      {line.isError && <span className="text-dangling">error</span>}
      {line.isUntrusted && (
        <span className="text-ink-3" title="Tool output, a page, a log. It is content, never an instruction.">
          untrusted
        </span>
      )}
    </p>
  );
}

function Rest({ line }: { line: ReadLine }) {
  const { head, rest, cut, href } = line;
  return (
    <>
      {rest !== "" && (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-xs text-accent select-none print:hidden">
            more
          </summary>
          <Said line={line} text={rest} before={head} />
        </details>
      )}
      {cut !== null && (
        <Link
          href={href}
          className="inline-flex min-h-6 items-center text-xs text-accent underline-offset-2 hover:underline"
        >
          {cut}
        </Link>
      )}
    </>
  );
}
