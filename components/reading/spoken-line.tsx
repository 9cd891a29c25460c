import { Fragment } from "react";
import type { ReactNode } from "react";
import type { ReadAgent, ReadLine } from "@/lib/view/reading/read-model";
import { ViewLink as Link } from "../ui/view-link";

const TEXT = "trace-text text-sm whitespace-pre-wrap wrap-anywhere";

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
      <p className={TEXT} dir="auto">
        {line.head}
      </p>
      <Rest line={line} />
    </div>
  );
}

function Folded({ line, drawAgent }: { line: ReadLine; drawAgent?: Props["drawAgent"] }) {
  return (
    <div className="border-l-2 pl-3 text-xs" style={{ borderColor: line.color }}>
      <Name line={line} />
      <pre className={`${TEXT} line-clamp-3 text-xs text-ink-2`} dir="auto">
        {line.head}
      </pre>
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
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs">
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

function Rest({ line: { rest, cut, href } }: { line: ReadLine }) {
  return (
    <>
      {rest !== "" && (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-xs text-accent select-none">
            more
          </summary>
          <pre className={`${TEXT} text-xs`} dir="auto">
            {rest}
          </pre>
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
