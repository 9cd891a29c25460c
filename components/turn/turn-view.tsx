import { makeBlockHref, makeLedgerHref } from "@/lib/view/questions/links";
import type { TurnModel, WindowPage } from "@/lib/view/turn/turn-model";
import { describeSelected } from "@/lib/view/turn/selected-block";
import { turnModel } from "@/lib/view/turn/turn-model";
import { loadTurnParams } from "@/lib/view/url-state";
import type { DrawnView } from "@/lib/view/views";
import { ProofExcerpt } from "../text/proof-excerpt";
import { BlockLine } from "../ui/block-line";
import { TurnFacts } from "./turn-facts";
import { Time } from "../ui/time";
import { ViewLink as Link } from "../ui/view-link";
import { Departures } from "./departures";
import { ShareBars } from "./share-bars";
import { TurnKeys } from "./turn-keys";
import { TurnLink } from "./turn-link";
import { WindowSection } from "./window-section";

export function TurnView({ sessionId, input, search }: DrawnView<"turn">) {
  const model = turnModel(input.window);
  const { sel, value } = loadTurnParams(search);
  return (
    <div className="px-4 pt-3 pb-16">
      <TurnKeys sessionId={sessionId} turn={model.turn} previous={model.previousTurn} next={model.nextTurn} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TurnLink sessionId={sessionId} turn={model.previousTurn} label="Previous turn" glyph="←" />
        <h2 className="text-base font-medium">Turn {model.turn}</h2>
        <TurnLink sessionId={sessionId} turn={model.nextTurn} label="Next turn" glyph="→" />
        <Time iso={model.at} className="num text-xs text-ink-3" />
        <Link
          href={makeLedgerHref(sessionId, model.turn)}
          className="ml-auto text-xs text-accent underline-offset-2 hover:underline"
        >
          Ledger
        </Link>
        <Link
          href={`/sessions/${sessionId}?turn=${model.turn}`}
          className="text-xs text-accent underline-offset-2 hover:underline"
        >
          In the overview
        </Link>
      </div>
      <TurnFacts facts={model.facts} />
      {model.notices.map((notice) => (
        <p key={notice} className="mt-2 text-xs text-warning" dir="auto">
          {notice}
        </p>
      ))}
      <Elsewhere place={describeSelected(model, sel)} href={makeBlockHref(sessionId, sel ?? "", value)} />
      <ProofExcerpt sessionId={sessionId} blockId={sel} value={value} />
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label="The window" className="min-w-0">
          <h3 className="font-medium">
            The window <span className="font-normal text-ink-3">{model.summary}</span>
          </h3>
          <WindowSection
            sessionId={sessionId}
            turn={model.turn}
            previousTurn={model.previousTurn}
            rows={model.rows}
            left={model.windowKnown ? model.departures.length + model.moreDepartures : 0}
          />
          {model.page !== null && <PageLinks sessionId={sessionId} turn={model.turn} page={model.page} />}
        </section>
        <aside className="min-w-0 lg:order-last">
          {model.shares.length > 0 && <h3 className="font-medium">By source</h3>}
          <ShareBars shares={model.shares} />
          {model.windowKnown && (
            <Departures
              sessionId={sessionId}
              rows={model.departures}
              more={model.moreDepartures}
              selected={sel}
            />
          )}
          <Output
            sessionId={sessionId}
            rows={model.output}
            hasFailed={model.hasFailed}
            asked={{ block: sel, value }}
          />
        </aside>
      </div>
    </div>
  );
}

/** Where the block of the address is, if it does not stand in the window. */
function Elsewhere({ place, href }: { place: string | null; href: string }) {
  if (place === null) return null;
  return (
    <p role="status" className="mt-2 text-xs text-warning" dir="auto">
      {place}{" "}
      <Link href={href} className="text-accent underline underline-offset-2">
        The block, and where it went
      </Link>
    </p>
  );
}

function PageLinks({ sessionId, turn, page }: { sessionId: string; turn: number; page: WindowPage }) {
  const href = (offset: number) => `/sessions/${sessionId}/turns/${turn}?offset=${offset}`;
  return (
    <nav aria-label="Parts of the window" className="mt-3 flex items-center gap-3 text-xs text-ink-2">
      <span className="num">{page.words}</span>
      {page.previousOffset !== null && (
        <Link className="btn" href={href(page.previousOffset)}>
          Earlier blocks
        </Link>
      )}
      {page.nextOffset !== null && (
        <Link className="btn" href={href(page.nextOffset)}>
          Later blocks
        </Link>
      )}
    </nav>
  );
}

interface OutputProps {
  sessionId: string;
  rows: TurnModel["output"];
  hasFailed: boolean;
  asked: { readonly block: string | null; readonly value: string | null };
}

function Output({ sessionId, rows, hasFailed, asked }: OutputProps) {
  return (
    <section className="mt-6">
      <h3 className="font-medium">What the model answered</h3>
      {rows.length === 0 && (
        <p className="mt-1 text-xs text-ink-3">
          {hasFailed
            ? "Nothing: the call failed."
            : "The answer is not in the source, or is part of the next window."}
        </p>
      )}
      <ol className="mt-1 text-xs">
        {rows.map((row) => (
          <li
            key={row.blockId}
            aria-current={row.blockId === asked.block || undefined}
            className="border-b border-line py-1 aria-current:bg-sunken aria-current:outline-1 aria-current:-outline-offset-1 aria-current:outline-accent"
          >
            <BlockLine
              {...row}
              href={makeBlockHref(sessionId, row.blockId, row.blockId === asked.block ? asked.value : null)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
