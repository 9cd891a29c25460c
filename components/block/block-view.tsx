import { buildBlockModel } from "@/lib/view/block/block-model";
import { loadBlockParams } from "@/lib/view/url-state";
import type { DrawnView } from "@/lib/view/views";
import { makeWhyHref } from "@/lib/view/questions/links";
import { revealText } from "@/lib/view/format/trace-text";
import { AnnotateButton } from "../incident/annotate-button";
import { ViewLink as Link } from "../ui/view-link";
import { BlockContent } from "./block-content";
import { BlockExits } from "./block-exits";
import { FactEntry } from "./fact-entry";
import { BlockUsesList } from "./block-uses-list";
import { LifeLine } from "./life-line";

const LINK = "alone text-accent underline-offset-2 hover:underline";

/** One block: when it stood in the window, who used it, and its text. */
export function BlockView({ sessionId, input: { session, block }, search }: DrawnView<"block">) {
  const model = buildBlockModel(block, session.firstTurn ?? 0, session.lastTurn ?? 0);
  const { content } = block;
  const { value } = loadBlockParams(search);
  return (
    <div className="px-4 pt-3 pb-16">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-base font-medium wrap-anywhere" dir="auto">
          <span
            aria-hidden
            className="mr-2 inline-block size-2.5 rounded-xs"
            style={{ background: model.color }}
          />
          {model.title}{" "}
          {model.title !== model.kind && <span className="text-xs font-normal text-ink-3">{model.kind}</span>}
        </h2>
        <div className="flex flex-wrap gap-x-4 text-xs sm:ml-auto">
          {model.related.map((other) => (
            <Link
              key={other.blockId}
              className={LINK}
              href={`/sessions/${sessionId}/blocks/${encodeURIComponent(other.blockId)}`}
            >
              {other.label}
            </Link>
          ))}
          <Link href={makeWhyHref(sessionId, null, { block: model.blockId })} className={LINK}>
            Why did the model not use it?
          </Link>
          <AnnotateButton
            sessionId={sessionId}
            pin={{ pin: "block", target: model.blockId, turn: model.firstTurn }}
            name={model.title}
          />
        </div>
      </div>
      <LifeLine model={model} />
      {model.notices.map((notice) => (
        <p key={notice} className="mt-2 text-xs text-warning">
          {notice}
        </p>
      ))}
      <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <aside className="min-w-0 lg:col-start-2">
          <BlockUsesList sessionId={sessionId} uses={model.uses} />
          <BlockExits sessionId={sessionId} exits={model.departures} />
          {model.shownInstead.map((shown) => (
            <section key={shown.label} className="mt-6">
              <h3 className="font-medium">What stood there: {shown.label}</h3>
              <pre className="trace-text mt-1 max-h-64 overflow-auto rounded-xs bg-sunken p-2" tabIndex={0}>
                {revealText(shown.text)}
              </pre>
            </section>
          ))}
        </aside>
        <section aria-label="Content" className="mt-6 min-w-0 lg:col-start-1 lg:row-start-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h3 className="font-medium">Text</h3>
            <p className="text-xs text-ink-3">
              {model.trust === "untrusted" ? "untrusted, shown as it is" : model.trust}
            </p>
          </div>
          <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-xs">
            {model.facts.map((fact) => (
              <FactEntry key={fact.label} {...fact} />
            ))}
          </dl>
          <BlockContent
            sessionId={sessionId}
            blockId={model.blockId}
            first={content.text}
            totalChars={content.totalChars}
            value={value}
          />
        </section>
      </div>
    </div>
  );
}
