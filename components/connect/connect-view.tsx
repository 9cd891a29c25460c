import type { ComponentProps } from "react";
import Link from "next/link";
import type { HeardClient } from "@/lib/view/connect/arrival";
import { buildArrival } from "@/lib/view/connect/arrival";
import { GUIDE_GROUPS } from "@/lib/view/connect";
import type { Guide, SendTarget, Snippet } from "@/lib/view/connect/guides/guide";
import { ReadCache } from "../data/read-cache";
import { ArrivalNote } from "./arrival-note";
import { ClientNav } from "./client-nav";
import { WatchSwitch } from "./watch-switch";
import { CopyButton } from "../ui/copy-button";

interface Props {
  guide: Guide;
  place: SendTarget;
  clients: readonly HeardClient[];
  since: string;
  /** The session folders of this machine; `null` where this instance cannot follow them. */
  watch: ComponentProps<typeof WatchSwitch> | null;
}

export function ConnectView({ guide, place, clients, since, watch }: Props) {
  const groups = GUIDE_GROUPS.map(({ label, guides }) => ({
    label,
    clients: guides.map((other) => ({
      id: other.id,
      label: other.label,
      heard: other.sharesDialects !== true && buildArrival(other, clients).heard,
      current: other.id === guide.id,
    })),
  }));
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 pb-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4">
        <h1 className="text-lg font-medium">Connect</h1>
        <Link href="/ingestion" className="text-accent underline-offset-2 hover:underline">
          Ingestion warnings
        </Link>
      </div>
      {watch !== null && <WatchSwitch {...watch} />}
      <div className="gap-8 sm:flex">
        <ClientNav groups={groups} />
        <section
          aria-labelledby="client"
          className="min-w-0 flex-1 max-sm:border-t max-sm:border-line max-sm:pt-3"
        >
          <h2 id="client" className="text-base font-medium">
            {guide.label}
          </h2>
          <p className="max-w-prose text-ink-2">{guide.about}</p>
          <ReadCache>
            <ArrivalNote key={guide.id} dialects={guide.dialects} clients={clients} since={since} />
          </ReadCache>
          {guide.snippets(place).map((snippet) => (
            <SnippetBox key={snippet.text} {...snippet} />
          ))}
          <KeyNote needed={place.key !== null} />
          <ul className="mt-3 max-w-prose list-disc space-y-1.5 pl-4 text-ink-2">
            {guide.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function KeyNote({ needed }: { needed: boolean }) {
  if (!needed)
    return <p className="mt-3 text-ink-3">This server answers this machine only and asks for no key.</p>;
  return (
    <p className="mt-3 text-ink-2">
      Put a key with the scope <code className="code">ingest</code> in the place of{" "}
      <code className="code">YOUR_KEY</code>; an owner makes one in the{" "}
      <Link href="/settings?tab=access" className="text-accent underline-offset-2 hover:underline">
        settings
      </Link>
      .
    </p>
  );
}

function SnippetBox({ title, text }: Snippet) {
  return (
    <figure className="mt-4">
      <figcaption className="flex items-center justify-between gap-2 pb-1 text-xs text-ink-2">
        {title}
        <CopyButton text={text} label="Copy" />
      </figcaption>
      <pre
        tabIndex={0}
        role="region"
        aria-label={title}
        className="code overflow-x-auto rounded border border-line bg-sunken p-3 text-xs leading-5"
      >
        {text}
      </pre>
    </figure>
  );
}
