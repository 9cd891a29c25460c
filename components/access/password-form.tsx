"use client";

import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { LabelledField } from "../ui/labelled-field";
import { Refusal } from "../ui/refusal";

export function PasswordForm({ charsMin }: { charsMin: number }) {
  const { busy, error, run } = useAction();
  const [changed, setChanged] = useState(false);
  const change = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    setChanged(false);
    const body = { current: formText(data, "current"), next: formText(data, "next") };
    await sendJson(makeApiWrite("POST", "/api/v1/password", {}, { body }));
    form.reset();
    setChanged(true);
  };
  return (
    <details className="mb-4">
      <summary className="w-fit cursor-pointer select-none">Change the password</summary>
      <form
        method="post"
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => change(form));
        }}
      >
        <LabelledField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <LabelledField
          label="New password"
          name="next"
          type="password"
          autoComplete="new-password"
          required
          minLength={charsMin}
          hint={`At least ${charsMin} characters. Your other browsers are signed out.`}
        />
        <Refusal message={error} />
        {changed && <p role="status">The password is changed.</p>}
        <button type="submit" className="btn" disabled={busy}>
          Change the password
        </button>
      </form>
    </details>
  );
}
