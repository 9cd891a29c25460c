import { buildBlockModel } from "@/lib/view/block/block-model";
import { loadBlockParams } from "@/lib/view/url-state";
import type { DrawnView } from "@/lib/view/views";
import { makeWhyHref } from "@/lib/view/questions/links";
import { revealText } from "@/lib/view/format/trace-text";
import { AnnotateButton } from "../incident/annotate-button";
import { Departures } from "../turn/departures";
import { ViewLink as Link } from "../ui/view-link";
import { BlockContent } from "./block-content";
import { FactEntry } from "./fact-entry";
import { BlockUsesList } from "./block-uses-list";
import { LifeLine } from "./life-line";

export function BlockView({ sessionId, input: { session, block }, search }: DrawnView<"block">) {
  const model = buildBlockModel(block, session.firstTurn ?? 0, session.lastTurn ?? 0);
  const { content } = block;
  const { value } = loadBlockParams(search);
  return (
    <div className="px-4 pt-3 pb-16">
      <h2 className="flex items-center gap-2 text-base font-medium" dir="auto">
        <span aria-hidden className="size-2.5 rounded-xs" style={{ background: model.color }} />
        {model.title}
        {model.title !== model.kind && <span className="text-xs font-normal text-ink-3">{model.kind}</span>}
        <span className="ml-auto flex shrink-0 gap-3 text-xs font-normal">
          <AnnotateButton
            sessionId={sessionId}
            pin={{ pin: "block", target: model.blockId, turn: model.firstTurn }}
            name={model.title}
          />
          <Link
            href={makeWhyHref(sessionId, null, { block: model.blockId })}
            className="text-accent underline-offset-2 hover:underline"
          >
            Why did the model not use it?
          </Link>
        </span>
      </h2>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-xs">
        {model.facts.map((fact) => (
          <FactEntry key={fact.label} {...fact} />
        ))}
        {model.related.map((other) => (
          <div key={other.blockId} className="flex items-baseline gap-1.5">
            <dt className="text-ink-3">{other.label}</dt>
            <dd>
              <Link
                className="text-accent underline-offset-2 hover:underline"
                href={`/sessions/${sessionId}/blocks/${encodeURIComponent(other.blockId)}`}
              >
                open
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      {model.notices.map((notice) => (
        <p key={notice} className="mt-2 text-xs text-warning">
          {notice}
        </p>
      ))}
      <LifeLine model={model} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label="Content" className="mt-6 min-w-0">
          <h3 className="font-medium">Content</h3>
          <BlockContent
            sessionId={sessionId}
            blockId={model.blockId}
            first={content.text}
            totalChars={content.totalChars}
            value={value}
          />
        </section>
        <aside className="min-w-0">
          <BlockUsesList sessionId={sessionId} uses={model.uses} />
          <Departures sessionId={sessionId} rows={model.departures} />
          {model.shownInstead.map((shown) => (
            <section key={shown.label} className="mt-6">
              <h3 className="font-medium">What stood there: {shown.label}</h3>
              <pre className="trace-text mt-1 max-h-64 overflow-auto rounded-xs bg-sunken p-2" tabIndex={0}>
                {revealText(shown.text)}
              </pre>
            </section>
          ))}
        </aside>
      </div>
    </div>
  );
}
