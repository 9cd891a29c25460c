import { useState } from "react";
import { CONTENT } from "@/lib/view/share/share-words";
import { copyAndSay } from "../data/copy-link";
import { numberOrNull, formText } from "../data/form-values";
import { JobProgress } from "../data/job-progress";
import { CopyButton } from "../ui/copy-button";
import { makeLater } from "../ui/later";
import { ModalClose } from "../ui/modal";
import { Refusal } from "../ui/refusal";
import { ChosenTexts } from "./chosen-texts";
import { ShareHits } from "./share-hits";
import type { Content, LastLookState, ShareSubject } from "./use-last-look";
import { useLastLook } from "./use-last-look";

interface Props {
  sessionId: string;
  subjects: () => readonly ShareSubject[];
  /** What is chosen first. */
  content: Content;
}

const LastLook = makeLater(() => import("./last-look"));

export default function ShareForm({ sessionId, subjects, content }: Props) {
  const [offered] = useState(subjects);
  const [url, setUrl] = useState<string | null>(null);
  const state = useLastLook(sessionId, offered, content);
  const { asked, preview, action, change } = state;
  if (url !== null) return <SharedLink url={url} />;
  const share = (data: FormData) =>
    action.run(async () => {
      const passphrase = formText(data, "passphrase");
      const terms = {
        expiresInDays: Number(data.get("days")),
        viewLimit: numberOrNull(data, "limit"),
        passphrase: passphrase === "" ? null : passphrase,
        image: data.get("image") === "on",
      };
      const made = await state.share(terms);
      setUrl(made);
      copyAndSay(made, "The link");
    });
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 text-xs lg:grid-cols-[24rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid content-start gap-3">
        <SharedWhat
          labels={offered.map(({ label }) => label)}
          chosen={asked.subject}
          content={asked.content}
          onChoose={(subject) => change({ subject, reveal: [] })}
          onContent={(content) => change({ content, reveal: [] })}
        />
        <Search state={state} />
        <Refusal message={action.error} />
        {preview !== null && asked.content === "masked" && (
          <>
            <ShareHits of={preview} onShow={state.onShow} />
            <ChosenTexts
              texts={asked.mask}
              hits={preview.hits}
              mayTeach={preview.mayTeach}
              onMask={state.onMask}
              onLeave={(text) => change({ mask: asked.mask.filter((one) => one !== text) })}
            />
          </>
        )}
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1" aria-busy={action.busy}>
        {preview === null ? (
          <NoLook words={action.busy ? "The page as the visitor will see it comes here." : "No preview."} />
        ) : (
          <LastLook
            preview={preview}
            onShow={state.onShow}
            onMask={asked.content === "masked" ? state.onMask : null}
            waiting={<NoLook words="Opening…" />}
          />
        )}
      </div>
      <form
        className="grid content-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void share(new FormData(event.currentTarget));
        }}
      >
        <ShareTerms />
        <div className="flex justify-end gap-2">
          <ModalClose>Cancel</ModalClose>
          <button type="submit" className="btn btn-primary" disabled={action.busy || preview?.of !== asked}>
            Make the link
          </button>
        </div>
      </form>
    </div>
  );
}

/** As high as the page that comes, so that nothing moves then. */
function NoLook({ words }: { words: string }) {
  return (
    <p className="grid h-[60vh] place-items-center rounded-sm border border-line bg-sunken text-ink-3 lg:h-[calc(90vh-9rem)]">
      {words}
    </p>
  );
}

function Search({ state: { asked, action, preview, progress, stop, change } }: { state: LastLookState }) {
  if (action.busy)
    return <JobProgress what="Looking for secrets and personal data" share={progress} onCancel={stop} />;
  if (preview?.of === asked) return null;
  return (
    <button type="button" className="btn justify-self-start" onClick={() => change({})}>
      Look again
    </button>
  );
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
