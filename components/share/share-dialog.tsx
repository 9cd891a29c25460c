import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import type { TimelineView } from "@/lib/incident/snapshot";
import { numberOrNull, textIn } from "../data/form-values";
import { JobProgress } from "../data/job-progress";
import { useAction } from "../data/use-action";
import { CopyButton } from "../ui/copy-button";
import { Refusal } from "../ui/refusal";
import type { LookedFor, ShareHit } from "./share-hits";
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
  /** What can be shared now, the most likely first. */
  subjects: () => readonly ShareSubject[];
  label?: string;
  className?: string;
}

type Content = "masked" | "off";

export function ShareDialog({ sessionId, subjects, label = "Share…", className = "btn btn-primary" }: Props) {
  const [offered, setOffered] = useState<readonly ShareSubject[]>([]);
  const [chosen, setChosen] = useState(0);
  const [content, setContent] = useState<Content>("masked");
  const [hits, setHits] = useState<readonly ShareHit[] | null>(null);
  const [classes, setClasses] = useState<LookedFor>({ lookedFor: [], toChoose: [] });
  const [reveal, setReveal] = useState<ReadonlySet<string>>(new Set());
  const [url, setUrl] = useState<string | null>(null);
  const { busy, error, run } = useAction();
  const redaction = useRedaction();
  const subject = { ...offered[chosen]?.body, content, reveal: [...reveal] };
  const preview = (kind: Content, subjectNow: ShareSubject | undefined) =>
    run(async () => {
      setContent(kind);
      setHits(null);
      setReveal(new Set());
      const body = { ...subjectNow?.body, content: kind };
      const found = await redaction.send("/api/v1/sessions/{id}/shares/preview", sessionId, body);
      setClasses(found);
      setHits(found.hits);
    });
  const share = (data: FormData) =>
    run(async () => {
      const passphrase = textIn(data, "passphrase");
      const made = await redaction.send("/api/v1/sessions/{id}/shares", sessionId, {
        ...subject,
        expiresInDays: Number(data.get("days")),
        viewLimit: numberOrNull(data, "limit"),
        passphrase: passphrase === "" ? null : passphrase,
        image: data.get("image") === "on",
      });
      setUrl(made.url);
    });
  const onOpen = (open: boolean) => {
    if (!open) return redaction.stop();
    const there = subjects();
    setUrl(null);
    setOffered(there);
    setChosen(0);
    void preview("masked", there[0]);
  };
  return (
    <Dialog.Root onOpenChange={onOpen}>
      <Dialog.Trigger className={className}>{label}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[90vh] w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col overflow-auto rounded-md bg-raised p-5 shadow-(--shadow)">
          <Dialog.Title className="text-base font-medium">Share a snapshot</Dialog.Title>
          <Dialog.Description className="mt-1 text-xs text-ink-2">
            Frozen as it is now. Whoever has the link can look, without signing in, at this and nothing else.
          </Dialog.Description>
          {url === null ? (
            <form
              className="mt-3 grid gap-3 text-xs"
              onSubmit={(event) => {
                event.preventDefault();
                void share(new FormData(event.currentTarget));
              }}
            >
              {offered.length > 1 && (
                <select
                  className="field"
                  aria-label="What to share"
                  disabled={busy}
                  value={chosen}
                  onChange={({ target }) => {
                    setChosen(Number(target.value));
                    void preview(content, offered[Number(target.value)]);
                  }}
                >
                  {offered.map(({ label }, i) => (
                    <option key={label} value={i}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
              <select
                className="field"
                aria-label="Content"
                disabled={busy}
                value={content}
                onChange={({ target }) =>
                  void preview(target.value === "off" ? "off" : "masked", offered[chosen])
                }
              >
                <option value="masked">Content, with secrets and personal data masked</option>
                <option value="off">Structure and numbers only</option>
              </select>
              {busy && (
                <JobProgress
                  what="Looking for secrets and personal data"
                  share={redaction.share}
                  onCancel={redaction.stop}
                />
              )}
              {!busy && hits === null && (
                <button
                  type="button"
                  className="btn justify-self-start"
                  onClick={() => void preview(content, offered[chosen])}
                >
                  Look again
                </button>
              )}
              {hits !== null && (
                <ShareHits
                  hits={hits}
                  reveal={reveal}
                  onReveal={setReveal}
                  lookedFor={classes.lookedFor}
                  toChoose={classes.toChoose}
                />
              )}
              <ShareTerms />
              <Refusal message={error} />
              <div className="flex justify-end gap-2">
                <Dialog.Close className="btn">Cancel</Dialog.Close>
                <button type="submit" className="btn btn-primary" disabled={busy || hits === null}>
                  Make the link
                </button>
              </div>
            </form>
          ) : (
            <SharedLink url={url} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
        <Dialog.Close className="btn">Done</Dialog.Close>
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
