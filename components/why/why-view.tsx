import type { ProofRow, WhyModel } from "@/lib/view/questions/why-model";
import { ColorDot } from "../ui/color-dot";
import { CopyButton } from "../ui/copy-button";
import { ViewLink as Link } from "../ui/view-link";

const TONE: Record<WhyModel["tone"], { glyph: string; className: string }> = {
  there: { glyph: "●", className: "text-accent" },
  gone: { glyph: "○", className: "text-evicted" },
  open: { glyph: "?", className: "text-ink-3" },
};

export function WhyView({ model }: { model: WhyModel }) {
  const tone = TONE[model.tone];
  return (
    <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-label="Answer" className="min-w-0">
        <h3 className="flex items-baseline gap-2 text-xl font-medium">
          <span aria-hidden className={`num ${tone.className}`}>
            {tone.glyph}
          </span>
          {model.title}
        </h3>
        <p className="mt-2 max-w-prose text-base" dir="auto">
          {model.answer}
        </p>
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-xs">
          <Fact label="What decided it">{model.layer}</Fact>
          {model.subject !== null && (
            <Fact label="About">
              <span
                aria-hidden
                className="mr-1.5 inline-block size-2 rounded-xs"
                style={{ background: model.subject.color }}
              />
              {model.subject.href === null ? (
                model.subject.name
              ) : (
                <Link
                  className="text-accent underline-offset-2 hover:underline"
                  href={model.subject.href}
                  dir="auto"
                >
                  {model.subject.name}
                </Link>
              )}{" "}
              <span className="text-ink-3">{model.subject.kind}</span>
            </Fact>
          )}
        </dl>
        <Proofs proofs={model.proofs} />
        {model.caveats.map((caveat) => (
          <p key={caveat} className="mt-2 max-w-prose text-xs text-warning">
            {caveat}
          </p>
        ))}
      </section>
      <aside className="min-w-0 text-xs">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <CopyButton text={model.plain} label="Copy the answer" />
          {model.links.map((link) => (
            <Link key={link.href} className="text-accent underline-offset-2 hover:underline" href={link.href}>
              {link.label}
            </Link>
          ))}
        </div>
        <Others model={model} />
      </aside>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-1.5">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Proofs({ proofs }: { proofs: readonly ProofRow[] }) {
  if (proofs.length === 0) return null;
  return (
    <>
      <h4 className="mt-6 font-medium">Proof</h4>
      <dl className="mt-1 border-t border-line text-xs">
        {proofs.map((proof, i) => (
          <div
            key={`${proof.label} ${i}`}
            className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5 max-sm:grid-cols-1"
          >
            <dt className="text-ink-3">{proof.label}</dt>
            <dd className="min-w-0" dir="auto">
              {proof.text}
              {proof.link !== null && (
                <Link className="ml-2 text-accent underline underline-offset-2" href={proof.link.href}>
                  {proof.link.label}
                </Link>
              )}
              {proof.quote !== null && (
                <blockquote className="trace-text mt-1 rounded-xs bg-sunken px-2 py-1 text-ink-2">
                  {proof.quote}
                </blockquote>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Others({ model }: { model: WhyModel }) {
  if (model.others.length === 0) return null;
  return (
    <section className="mt-5">
      <h4 className="text-sm font-medium">Also found in</h4>
      <p className="text-ink-3">{model.othersWords}</p>
      <ul className="mt-1">
        {model.others.map((other) => (
          <li key={other.key} className="border-b border-line py-1">
            <Link href={other.href} data-row className="group block">
              <span className="flex items-baseline gap-2">
                <ColorDot color={other.color} />
                <span className="min-w-0 truncate font-medium group-hover:underline" dir="auto">
                  {other.name}
                </span>
                <span className="ml-auto shrink-0 text-ink-3">{other.verdict}</span>
              </span>
              <span className="trace-text block truncate whitespace-nowrap text-ink-2" dir="auto">
                {other.quote}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
