import Link from "next/link";
import { useState } from "react";
import { replayLabel } from "@/lib/view/incident/incident-words";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

interface Props {
  sessionId: string;
  incidentId: string;
  attached: readonly string[];
  choices: readonly { readonly id: string; readonly createdAt: string; readonly titles: readonly string[] }[];
}

const LINK = "text-accent underline-offset-2 hover:underline";

export function ReplayPicker({ sessionId, incidentId, attached, choices }: Props) {
  const { busy, error, run } = useAction();
  const free = choices.filter(({ id }) => !attached.includes(id));
  const [chosen, setChosen] = useState<string | null>(null);
  const add = free.find(({ id }) => id === chosen) ?? free[0];
  const put = (replays: readonly string[]) =>
    run(() =>
      sendJson(
        makeApiWrite(
          "PATCH",
          "/api/v1/sessions/{id}/incidents/{incidentId}",
          { id: sessionId, incidentId },
          { body: { replays } },
        ),
      ),
    );
  const replayPage = `/sessions/${sessionId}/replay`;
  return (
    <div className="mt-2 grid grid-cols-1 gap-2 text-xs print:hidden">
      {attached.map((id) => (
        <p key={id} className="flex flex-wrap gap-x-3">
          <span className="text-ink-3">{replayLabel(choices.find((replay) => replay.id === id))}</span>
          <Link className={LINK} href={`${replayPage}?run=${encodeURIComponent(id)}`}>
            Open the replay
          </Link>
          <button
            type="button"
            className={LINK}
            disabled={busy}
            onClick={() => void put(attached.filter((attachedId) => attachedId !== id))}
          >
            Take it out
          </button>
        </p>
      ))}
      {add === undefined ? (
        attached.length === 0 && (
          <p className="text-ink-2">
            No replay of this session is saved.{" "}
            <Link className="text-accent underline underline-offset-2" href={replayPage}>
              Replay it under other policies
            </Link>{" "}
            and come back to make that part of the incident.
          </p>
        )
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <label className="grid min-w-0 flex-1 basis-60 grid-cols-1 gap-1 sm:max-w-xl">
            Saved replay
            <select
              className="field w-full"
              value={add.id}
              onChange={(event) => setChosen(event.target.value)}
            >
              {free.map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {replayLabel(choice)}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => void put([...attached, add.id])}
          >
            Make it part of the incident
          </button>
        </div>
      )}
      <Refusal message={error} />
    </div>
  );
}
