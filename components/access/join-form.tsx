"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { LabelledField } from "../ui/labelled-field";
import { Refusal } from "../ui/refusal";
import { useEntry } from "./use-entry";

interface Props {
  token: string;
  /** The invited address; `null` when the invitation is for anybody. */
  email: string | null;
  signedInAs: string | null;
  passwordCharsMin: number;
}

export function JoinForm({ token, email, signedInAs, passwordCharsMin }: Props) {
  const { busy, refusal, enter } = useEntry(null);
  const join = (form: FormData) =>
    enter("/", () => {
      const account = {
        name: formText(form, "name"),
        email: formText(form, "email"),
        password: formText(form, "password"),
      };
      const body = signedInAs === null ? { token, account } : { token };
      return sendJson(makeApiWrite("POST", "/api/v1/join", {}, { body }));
    });
  return (
    <form
      method="post"
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void join(new FormData(event.currentTarget));
      }}
    >
      {signedInAs === null ? (
        <>
          <LabelledField label="Name" name="name" autoComplete="name" required maxLength={100} />
          <LabelledField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email ?? ""}
            readOnly={email !== null}
          />
          <LabelledField
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={passwordCharsMin}
            hint={`At least ${passwordCharsMin} characters.`}
          />
        </>
      ) : (
        <p className="text-ink-2">You are signed in as {signedInAs}.</p>
      )}
      <Refusal message={refusal} />
      <button type="submit" className="btn btn-primary w-full justify-center" disabled={busy}>
        Join
      </button>
    </form>
  );
}
