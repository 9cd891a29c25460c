import { useRouter } from "next/navigation";
import { useState } from "react";
import { makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import { readApi } from "../data/read-api";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

interface Props {
  /** "Claude Code (34 sessions) and Codex (12) found here" */
  words: string;
  /** The newest session before anything of them is read; `null` for none. */
  newest: string | null;
}

const LOOK_EVERY_MS = 700;
const LOOKS_MAX = 60;

/** One button from the agents of this machine to the last thing that one of them did. Nothing is read before it is pressed. */
export function FoundAgents({ words, newest }: Props) {
  const router = useRouter();
  const { busy, error, run } = useAction();
  const [isNone, setNone] = useState(false);
  const look = () =>
    run(async () => {
      setNone(false);
      await sendJson(makeApiWrite("PUT", "/api/v1/watch", {}, { body: { on: true } }));
      const arrived = await firstOtherThan(newest);
      if (arrived === null) setNone(true);
      else router.push(`/sessions/${arrived}`);
    });
  return (
    <section aria-label="Agents on this machine" className="mb-3 border-l-2 border-accent py-1 pl-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span>{words}</span>
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void look()}>
          Look at the last one
        </button>
      </p>
      <p className="text-xs text-ink-3" role="status">
        {isNone
          ? "They are followed now. None has changed lately: the next one appears here as it is written."
          : busy
            ? "Reading the last one…"
            : "None of them has been read. From then on they are followed; Connect says which files, and stops it."}
      </p>
      <Refusal message={error} />
    </section>
  );
}

/** Waits for a session that was not there; `null` if none comes. The last one is read first. */
async function firstOtherThan(newest: string | null): Promise<string | null> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    const { sessions } = await readApi(makeApiRead("/api/v1/sessions", {}, { limit: 1, sort: "updated" }));
    const [first] = sessions;
    if (first !== undefined && first.id !== newest) return first.id;
  }
  return null;
}
