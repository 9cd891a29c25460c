"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { LabelledField } from "../ui/labelled-field";
import { Refusal } from "../ui/refusal";
import { useEntry } from "./use-entry";

interface Props {
  /** A path of this instance. */
  next: string;
  provider: string | null;
  problem: string | null;
}

export function SignInForm({ next, provider, problem }: Props) {
  const { busy, refusal, enter } = useEntry(problem);
  const signIn = (form: FormData) =>
    enter(next, () => {
      const body = { email: formText(form, "email"), password: formText(form, "password") };
      return sendJson(makeApiWrite("POST", "/api/v1/sign-in", {}, { body }));
    });
  return (
    <form
      method="post"
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(new FormData(event.currentTarget));
      }}
    >
      <LabelledField label="E-mail address" name="email" type="email" autoComplete="username" required />
      <LabelledField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Refusal message={refusal} />
      <button type="submit" className="btn btn-primary w-full justify-center" disabled={busy}>
        Sign in
      </button>
      {provider !== null && (
        <a
          className="btn w-full justify-center"
          href={`/api/v1/sign-in/oidc?next=${encodeURIComponent(next)}`}
        >
          Continue with {provider}
        </a>
      )}
    </form>
  );
}
