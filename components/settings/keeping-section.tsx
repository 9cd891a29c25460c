"use client";

import Link from "next/link";
import { useState } from "react";
import type { WriteAnswerAt } from "@/lib/api/request/request";
import { makeApiWrite } from "@/lib/api/request/request";
import type { RetentionRules } from "@/lib/core/retention";
import { describeAllSessions } from "@/lib/view/settings/deletion-words";
import { describeBytes, describePreview } from "@/lib/view/settings/storage-model";
import { numberOrNull, formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { type Action, useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Time } from "../ui/time";
import { Section } from "./section";

const SURE = "delete";

interface Props {
  readonly rules: RetentionRules;
  /** `listed`: those that the list shows; `beside`: the others, which are deleted with them. */
  readonly sessions: { readonly listed: number; readonly beside: number };
}

type Preview = WriteAnswerAt<"POST", "/api/v1/retention/preview">;

export function KeepingSection({ rules, sessions }: Props) {
  const { busy, error, run, ask } = useAction();
  const [preview, setPreview] = useState<Preview | null>(null);
  const look = (form: HTMLFormElement) =>
    ask(async () => {
      const body = rulesIn(new FormData(form));
      setPreview(await sendJson(makeApiWrite("POST", "/api/v1/retention/preview", {}, { body })));
    });
  const keep = (form: HTMLFormElement) =>
    run(async () => {
      const body = rulesIn(new FormData(form));
      await sendJson(makeApiWrite("PUT", "/api/v1/retention", {}, { body }));
      setPreview(null);
    });
  return (
    <Section
      title="Keeping and deleting"
      about="A session is deleted with the sub-agents, side calls and replays below it. Its age counts from the last event that any of them received. A session in an incident, or behind a link that still opens, is never removed by age, tag or size."
    >
      <form
        className="text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          void keep(event.currentTarget);
        }}
      >
        <p>
          <label>
            Keep sessions for <Days name="days" days={rules.days} /> days
          </label>
        </p>
        {/* The empty one takes a new rule. A saved one moves up, and a new empty one stands below it. */}
        {[...rules.tags, { tag: "", days: null }].map(({ tag, days }, i) => (
          <p key={`${i} ${tag}`} className="mt-1">
            <label>
              Keep those with the tag{" "}
              <input
                className="field w-40 max-sm:w-20"
                name="tag"
                maxLength={200}
                defaultValue={tag}
                placeholder="none"
              />
            </label>{" "}
            <label>
              for <Days name="tagDays" days={days} /> days
            </label>
          </p>
        ))}
        <p className="mt-1">
          <label>
            Keep at most{" "}
            <input
              className="field num w-24 text-right"
              name="megabytes"
              type="number"
              min={1}
              placeholder="all"
              defaultValue={rules.megabytes ?? ""}
            />{" "}
            MB of what was received; the oldest goes first
          </label>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={(event) => event.currentTarget.form !== null && void look(event.currentTarget.form)}
          >
            Show what would go
          </button>
          <button type="submit" className="btn" disabled={busy}>
            Save
          </button>
          <span className="text-ink-3">Applied every hour; the audit log says what was deleted.</span>
        </p>
      </form>
      <div role="status" className="mt-2 text-xs">
        {preview !== null && <Going {...preview} />}
      </div>
      <Refusal message={error} />
      <details className="mt-4 text-xs">
        <summary className="min-h-6 w-fit cursor-pointer text-ink-2">Delete everything</summary>
        <div className="mt-1">
          <DeleteAll sessions={sessions} busy={busy} run={run} />
        </div>
      </details>
    </Section>
  );
}

function Days({ name, days }: { name: string; days: number | null }) {
  return (
    <input
      className="field num w-20 text-right"
      name={name}
      type="number"
      min={1}
      max={36_500}
      placeholder="ever"
      defaultValue={days ?? ""}
    />
  );
}

function Going(preview: Preview) {
  return (
    <>
      <p>{describePreview(preview)}</p>
      <ul className="mt-1">
        {preview.first.map(({ id, name, updatedAt, bytes }) => (
          <li key={id}>
            <Link href={`/sessions/${id}`} className="text-accent underline-offset-2 hover:underline">
              {name}
            </Link>{" "}
            <span className="text-ink-3">
              <Time iso={updatedAt} />, {describeBytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A rule without a tag is none. */
function rulesIn(form: FormData): RetentionRules {
  const days = form.getAll("tagDays").map(String);
  const tags = form.getAll("tag").flatMap((value, i) => {
    const tag = String(value).trim();
    const of = days[i] ?? "";
    return tag === "" ? [] : [{ tag, days: of === "" ? null : Number(of) }];
  });
  return { days: numberOrNull(form, "days"), tags, megabytes: numberOrNull(form, "megabytes") };
}

function DeleteAll({ sessions, busy, run }: Pick<Props, "sessions"> & Pick<Action, "busy" | "run">) {
  return (
    <form
      className="flex flex-wrap items-center gap-2 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(async () => {
          if (formText(new FormData(form), "sure") !== SURE) throw new Error(`type ${SURE} to delete them`);
          await sendJson(makeApiWrite("DELETE", "/api/v1/sessions", {}, { query: { olderThanDays: 0 } }));
          form.reset();
        });
      }}
    >
      <label>
        To delete {describeAllSessions(sessions)}, type <b>{SURE}</b>{" "}
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
  );
}
