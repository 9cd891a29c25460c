"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { makeIncidentTitle } from "@/lib/view/incident/incident-title";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { toast } from "../data/toast-store";
import { useAction } from "../data/use-action";
import { shareNext } from "../data/share-next";
import { useMayWrite } from "../session-frame/may-write";
import { LabelledField } from "../ui/labelled-field";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import { AnnotateButton } from "./annotate-button";

interface Props {
  sessionId: string;
  code: string;
  turn: number;
  /** What the new incident is called unless the reader says otherwise. */
  title?: string;
  quiet?: boolean;
  /** Without the note for another incident. */
  isBrief?: boolean;
}

const QUIET =
  "inline-flex min-h-6 items-center text-2xs text-ink-2 underline underline-offset-2 hover:text-ink print:hidden";
const LINK =
  "inline-flex min-h-6 items-center text-xs text-accent underline-offset-2 hover:underline print:hidden";
const TITLE_CHARS_MAX = 200;

/**
 * Turns a finding into an incident, whose title is asked for, or adds a note about it to an existing one. The new incident
 * takes the finding's severity and turns. Its first note says what to do. Shows nothing to a reader without write access.
 */
export function PromoteFinding({ sessionId, code, turn, title = "", quiet = false, isBrief = false }: Props) {
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useAction();
  const router = useRouter();
  const proposed = makeIncidentTitle({ code, turn, sentence: title }, TITLE_CHARS_MAX);
  const promote = (named: string, shares: boolean) =>
    run(async () => {
      const body = { finding: { code, turn }, title: named };
      const { id } = await sendJson(
        makeApiWrite("POST", "/api/v1/sessions/{id}/incidents", { id: sessionId }, { body }),
      );
      setOpen(false);
      if (shares) shareNext(id);
      toast(`Incident “${named}” made`);
      router.push(`/sessions/${sessionId}/incidents/${id}?turn=${turn}`);
    });
  if (!useMayWrite()) return null;
  const look = quiet ? QUIET : LINK;
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-3 ${quiet ? "ml-2" : ""}`}>
      <Modal
        title="Make an incident"
        description={`About turn ${turn}. It covers all from where the finding begins to where it ends; its first note says what to do.`}
        open={open}
        onOpen={setOpen}
        trigger={
          <button type="button" className={look}>
            Make an incident
          </button>
        }
      >
        <ModalForm
          verb="Make it"
          further="Make it and share it, masked…"
          busy={busy}
          error={error}
          onSave={(data, shares) => void promote(formText(data, "title"), shares)}
        >
          <LabelledField
            label="Title"
            name="title"
            defaultValue={proposed}
            maxLength={TITLE_CHARS_MAX}
            required
            autoFocus
          />
        </ModalForm>
      </Modal>
      {/* The title can be edited on the incident's page, on which what is masked is seen before there is a link. */}
      <button
        type="button"
        className={look}
        disabled={busy}
        title="Makes an incident of it, and shows it with secrets masked before there is a link"
        onClick={() => void promote(proposed, true)}
      >
        Share it…
      </button>
      <span role="alert" className="text-xs text-dangling empty:hidden">
        {open ? null : error}
      </span>
      {!isBrief && (
        <AnnotateButton
          sessionId={sessionId}
          pin={{ pin: "finding", target: code, turn }}
          name={`the finding ${code}`}
          className={look}
        />
      )}
    </span>
  );
}
