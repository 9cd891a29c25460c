"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Section } from "./section";

export function ProjectSection() {
  const { busy, error, run } = useAction();
  const create = async (form: FormData) => {
    const body = { name: formText(form, "name") };
    const { id } = await sendJson(makeApiWrite("POST", "/api/v1/projects", {}, { body }));
    await sendJson(makeApiWrite("PUT", "/api/v1/projects/current", {}, { body: { id } }));
  };
  return (
    <Section
      title="New project"
      about="A project has sessions, members and keys of its own; nothing of it shows in another."
    >
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => create(new FormData(form)));
        }}
      >
        <input
          className="field w-56"
          name="name"
          aria-label="Name of the project"
          placeholder="Name"
          required
          maxLength={100}
        />
        <button type="submit" className="btn" disabled={busy}>
          Create a project
        </button>
      </form>
      <Refusal message={error} />
    </Section>
  );
}
