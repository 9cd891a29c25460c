import { makeApiWrite } from "@/lib/api/request/request";
import type { JudgedItem, JudgedModel } from "@/lib/view/judge/judged-model";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { useVerdict, verdictKeys } from "../findings/use-verdict";
import { VerdictFields } from "../findings/verdict-fields";
import { Refusal } from "../ui/refusal";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  /** `null` where the judge is off and never said anything. */
  model: JudgedModel | null;
  /** The session that the reader may ask about; `null` for a reader who may not. */
  asks: string | null;
  onAsked: () => unknown;
}

/** What a language model judged, apart from what is proved. */
export function JudgedSection({ model, asks, onAsked }: Props) {
  const { busy, error, run } = useAction();
  const ask = (id: string) =>
    run(async () => {
      await sendJson(makeApiWrite("POST", "/api/v1/sessions/{id}/judge", { id }, {}));
      await onAsked();
    });
  if (model === null) return null;
  return (
    <section aria-label="Judged" className="border-t border-line px-4 pt-3 pb-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-medium">Judged</h2>
        <span className="text-xs text-ink-3">by a language model; it counts once a person calls it true</span>
        {model.ask !== null && asks !== null && (
          <button
            type="button"
            className="btn ml-auto text-xs"
            disabled={busy}
            onClick={() => void ask(asks)}
          >
            {model.ask}
          </button>
        )}
      </div>
      <ul className="mt-1 text-xs text-ink-2" aria-live="polite">
        {model.status.map((statement) => (
          <li key={statement} className="wrap-anywhere">
            {statement}
          </li>
        ))}
      </ul>
      <Refusal message={error} />
      <div className="mt-2 gap-x-8 lg:columns-2">
        {model.items.map((item) => (
          <Item key={item.key} item={item} asks={asks} />
        ))}
      </div>
    </section>
  );
}

function Item({ item, asks }: { item: JudgedItem; asks: string | null }) {
  const action = useVerdict(asks ?? "", item.key);
  const { glyph, className, severity } = item.look;
  return (
    <div
      className="break-inside-avoid border-b border-line py-2"
      onKeyDown={asks === null ? undefined : verdictKeys(action, item.said)}
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className={`text-xs ${className}`}>
          <span aria-hidden className="mr-1 text-2xs">
            {glyph}
          </span>
          {severity}
        </span>
        <h3 className="font-medium">{item.title}</h3>
      </div>
      <p className="mt-1 break-words" dir="auto">
        {item.sentence}
      </p>
      <p className="num text-2xs text-ink-3">
        {item.turns} · {item.by}
      </p>
      <ul className="mt-1 text-xs">
        {item.quotes.map(({ key, from, quote, href }) => (
          <li key={key} className="mt-0.5 wrap-anywhere" dir="auto">
            <span className="text-ink-3">{from}: </span>
            <Link
              href={href}
              className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              “{quote}”
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-1 text-xs text-ink-2" dir="auto">
        {item.said?.words}
      </p>
      {asks !== null && <VerdictFields said={item.said} action={action} />}
    </div>
  );
}
