"use client";

import { allSessions } from "@/lib/view/deletion-words";
import { apiWrite } from "@/lib/api/request/request";
import { numberOrNull, textIn } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Section } from "./section";

const SURE = "delete";

interface Props {
  readonly days: number | null;
  /** `listed`: those that the list shows; `beside`: the others, which are deleted with them. */
  readonly sessions: { readonly listed: number; readonly beside: number };
}

export function KeepingSection({ days, sessions }: Props) {
  const { busy, error, run } = useAction();
  const keep = (form: FormData) => {
    const body = { days: numberOrNull(form, "days") };
    return sendJson(apiWrite("PUT", "/api/v1/retention", {}, { body }));
  };
  return (
    <Section
      title="Keeping and deleting"
      about="Deleting removes a session from every table at once. The age of a session counts from its last received event."
    >
      <form
        className="flex flex-wrap items-center gap-2 text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => keep(new FormData(form)));
        }}
      >
        <label>
          Keep sessions for{" "}
          <input
            className="field num w-20 text-right"
            name="days"
            type="number"
            min={1}
            max={36_500}
            placeholder="ever"
            defaultValue={days ?? ""}
          />{" "}
          days
        </label>
        <button type="submit" className="btn" disabled={busy}>
          Keep to that
        </button>
        <span className="text-ink-3">Applied every hour; the audit log says what was deleted.</span>
      </form>
      <form
        className="mt-3 flex flex-wrap items-center gap-2 text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(async () => {
            if (textIn(new FormData(form), "sure") !== SURE) throw new Error(`type ${SURE} to delete them`);
            await sendJson(apiWrite("DELETE", "/api/v1/sessions", {}, { query: { olderThanDays: 0 } }));
            form.reset();
          });
        }}
      >
        <label>
          To delete {allSessions(sessions)}, type <b>{SURE}</b>{" "}
          <input className="field w-24" name="sure" required pattern={SURE} autoComplete="off" />
        </label>
        <button
          type="submit"
          className="btn text-dangling"
          disabled={busy || sessions.listed + sessions.beside === 0}
        >
          Delete all sessions
        </button>
      </form>
      <Refusal message={error} />
    </Section>
  );
}
