import { useEffect, useEffectEvent, useState } from "react";
import type { TimelineView } from "@/lib/incident/snapshot";
import { numberOrNull, textIn } from "../data/form-values";
import { JobProgress } from "../data/job-progress";
import { useAction } from "../data/use-action";
import { CopyButton } from "../ui/copy-button";
import { ModalClose } from "../ui/modal";
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
  subjects: () => readonly ShareSubject[];
}

type Content = "masked" | "off";

export default function ShareForm({ sessionId, subjects }: Props) {
  const [offered] = useState(subjects);
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
  const begin = useEffectEvent(() => void preview("masked", offered[0]));
  useEffect(() => begin(), []);
  if (url !== null) return <SharedLink url={url} />;
  return (
    <form
      className="mt-3 grid gap-3 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        void share(new FormData(event.currentTarget));
      }}
    >
      <SharedWhat
        labels={offered.map(({ label }) => label)}
        chosen={chosen}
        content={content}
        busy={busy}
        onChoose={(at) => {
          setChosen(at);
          void preview(content, offered[at]);
        }}
        onContent={(kind) => void preview(kind, offered[chosen])}
      />
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
        <ModalClose>Cancel</ModalClose>
        <button type="submit" className="btn btn-primary" disabled={busy || hits === null}>
          Make the link
        </button>
      </div>
    </form>
  );
}

interface SharedWhatProps {
  labels: readonly string[];
  chosen: number;
  content: Content;
  busy: boolean;
  onChoose: (at: number) => void;
  onContent: (content: Content) => void;
}

function SharedWhat({ labels, chosen, content, busy, onChoose, onContent }: SharedWhatProps) {
  return (
    <>
      {labels.length > 1 && (
        <select
          className="field"
          aria-label="What to share"
          disabled={busy}
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
      <select
        className="field"
        aria-label="Content"
        disabled={busy}
        value={content}
        onChange={({ target }) => onContent(target.value === "off" ? "off" : "masked")}
      >
        <option value="masked">Content, with secrets and personal data masked</option>
        <option value="off">Structure and numbers only</option>
      </select>
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
