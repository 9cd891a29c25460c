import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { BodyAt } from "@/lib/api/request/request";
import type { TimelineView } from "@/lib/incident/snapshot";
import { hitKinds, lookOf } from "@/lib/view/share/last-look";
import { CONTENT } from "@/lib/view/share/share-words";
import type { Shared } from "@/lib/view/share/view-snapshot";
import { numberOrNull, textIn } from "../data/form-values";
import { JobProgress } from "../data/job-progress";
import { useAction } from "../data/use-action";
import { CopyButton } from "../ui/copy-button";
import { ModalClose } from "../ui/modal";
import { Refusal } from "../ui/refusal";
import { ChosenTexts } from "./chosen-texts";
import { MaskCard } from "./mask-card";
import { ShareHits } from "./share-hits";
import { useRedaction } from "./use-redaction";

export interface ShareSubject {
  readonly label: string;
  readonly body: {
    readonly incident?: string;
    readonly view?: TimelineView;
    readonly page?: { readonly path: string; readonly search: string };
  };
}

interface Props {
  sessionId: string;
  subjects: () => readonly ShareSubject[];
}

type Content = "masked" | "off";
type Preview = Awaited<ReturnType<typeof previewOf>>;

const LastLook = lazy(() => import("./last-look"));

export default function ShareForm({ sessionId, subjects }: Props) {
  const [offered] = useState(subjects);
  const [asked, setAsked] = useState<Asked>({ subject: 0, content: "off", reveal: [], mask: [] });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const { busy, error, run } = useAction();
  const redaction = useRedaction();
  const bodyOf = ({ subject, ...rest }: Asked) => ({ ...offered[subject]?.body, ...rest });
  const look = (next: Asked) =>
    run(async () => {
      const isSame = next.subject === asked.subject && next.content === asked.content;
      setAsked(next);
      if (!isSame) setPreview(null);
      setPreview(await previewOf(redaction, sessionId, bodyOf(next)));
      setChosen(null);
    });
  const share = (data: FormData) =>
    run(async () => {
      const passphrase = textIn(data, "passphrase");
      const made = await redaction.send(
        "/api/v1/sessions/{id}/shares",
        sessionId,
        {
          ...bodyOf(asked),
          expiresInDays: Number(data.get("days")),
          viewLimit: numberOrNull(data, "limit"),
          passphrase: passphrase === "" ? null : passphrase,
          image: data.get("image") === "on",
        },
        preview?.job,
      );
      setUrl(made.url);
    });
  const begin = useEffectEvent(() => void look(asked));
  useEffect(() => begin(), []);
  if (url !== null) return <SharedLink url={url} />;
  const reveal = new Set(asked.reveal);
  const onShow = (ids: readonly string[], shown: boolean) => {
    const others = asked.reveal.filter((id) => !ids.includes(id));
    void look({ ...asked, reveal: shown ? [...others, ...ids] : others });
  };
  const onMask = (text: string) =>
    void look({ ...asked, mask: [...asked.mask.filter((one) => one !== text), text] });
  return (
    <form
      className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 text-xs lg:grid-cols-[24rem_minmax(0,1fr)]"
      onSubmit={(event) => {
        event.preventDefault();
        void share(new FormData(event.currentTarget));
      }}
    >
      <div className="grid content-start gap-3">
        <SharedWhat
          labels={offered.map(({ label }) => label)}
          chosen={asked.subject}
          content={asked.content}
          onChoose={(subject) => void look({ ...asked, subject, reveal: [] })}
          onContent={(content) => void look({ ...asked, content, reveal: [] })}
        />
        {busy && (
          <JobProgress
            what="Looking for secrets and personal data"
            share={redaction.share}
            onCancel={redaction.stop}
          />
        )}
        {!busy && preview === null && (
          <button type="button" className="btn justify-self-start" onClick={() => void look(asked)}>
            Look again
          </button>
        )}
        <Refusal message={error} />
        {preview !== null && asked.content === "masked" && (
          <>
            <ShareHits
              kinds={hitKinds(preview.hits, reveal)}
              lookedFor={preview.lookedFor}
              toChoose={preview.toChoose}
              mayTeach={preview.mayTeach}
              onShow={onShow}
            />
            <ChosenTexts
              texts={asked.mask}
              hits={preview.hits}
              mayTeach={preview.mayTeach}
              onMask={onMask}
              onLeave={(text) => void look({ ...asked, mask: asked.mask.filter((one) => one !== text) })}
            />
          </>
        )}
        <ShareTerms />
        <div className="flex justify-end gap-2">
          <ModalClose>Cancel</ModalClose>
          <button type="submit" className="btn btn-primary" disabled={busy || preview === null}>
            Make the link
          </button>
        </div>
      </div>
      <div className="order-first min-w-0 lg:order-none" aria-busy={busy}>
        {preview !== null && (
          <Suspense fallback={<p role="status">Opening…</p>}>
            <LastLook
              key={preview.job}
              look={preview.look}
              labels={preview.hits.map(({ label }) => label)}
              chosen={chosen}
              onChoose={setChosen}
              onMask={asked.content === "masked" ? onMask : null}
            >
              {chosen !== null && preview.hits[chosen] !== undefined && (
                <MaskCard
                  hit={preview.hits[chosen]}
                  kinds={hitKinds(preview.hits, reveal)}
                  onShow={onShow}
                  onClose={() => setChosen(null)}
                />
              )}
            </LastLook>
          </Suspense>
        )}
      </div>
    </form>
  );
}

interface Asked {
  readonly subject: number;
  readonly content: Content;
  /** Ids of hits that the visitor sees. */
  readonly reveal: readonly string[];
  /** Texts that are masked by hand. */
  readonly mask: readonly string[];
}

async function previewOf(
  { send }: ReturnType<typeof useRedaction>,
  sessionId: string,
  body: BodyAt<"POST", "/api/v1/sessions/{id}/shares/preview">,
) {
  const made = await send("/api/v1/sessions/{id}/shares/preview", sessionId, body);
  return { ...made, look: lookOf(made.snapshot as unknown as Shared, made.masks, made.hits.length) };
}

interface SharedWhatProps {
  labels: readonly string[];
  chosen: number;
  content: Content;
  onChoose: (at: number) => void;
  onContent: (content: Content) => void;
}

function SharedWhat({ labels, chosen, content, onChoose, onContent }: SharedWhatProps) {
  return (
    <>
      {labels.length > 1 && (
        <select
          className="field"
          aria-label="What to share"
          value={chosen}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {labels.map((label, i) => (
            <option key={label} value={i}>
              {label}
            </option>
          ))}
        </select>
      )}
      <fieldset className="grid gap-1.5">
        <legend className="sr-only">Content</legend>
        {(["off", "masked"] as const).map((kind) => (
          <label key={kind} className="flex items-baseline gap-2">
            <input
              type="radio"
              name="content"
              value={kind}
              checked={content === kind}
              onChange={() => onContent(kind)}
            />
            <span>
              <span className="font-medium">{CONTENT[kind].label}</span>
              <span className="block text-ink-2">{CONTENT[kind].keeps}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function SharedLink({ url }: { url: string }) {
  return (
    <div className="mt-3 grid gap-3">
      <p data-testid="share-url" className="code bg-sunken p-2 break-all">
        {url}
      </p>
      <p className="text-xs text-ink-2">The link is shown now only. Revoke it under Incidents.</p>
      <div className="flex justify-end gap-2">
        <CopyButton text={url} label="Copy the link" />
        <ModalClose>Done</ModalClose>
      </div>
    </div>
  );
}

function ShareTerms() {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label className="grid gap-1">
        Days
        <input className="field w-16" name="days" type="number" min={1} max={365} defaultValue={7} required />
      </label>
      <label className="grid gap-1">
        Views at most
        <input className="field w-24" name="limit" type="number" min={1} placeholder="no limit" />
      </label>
      <label className="grid gap-1">
        Passphrase
        <input className="field w-44" name="passphrase" minLength={8} autoComplete="off" placeholder="none" />
      </label>
      <label className="flex h-7 items-center gap-1.5">
        <input type="checkbox" name="image" defaultChecked />
        Title and image in chat
      </label>
    </div>
  );
}
