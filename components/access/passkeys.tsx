"use client";

import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { LabelledField } from "../ui/labelled-field";
import { Refusal } from "../ui/refusal";
import { makePasskey, signWithPasskey } from "./webauthn";

export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly added: string;
}

export function Passkeys({ passkeys, charsMin }: { passkeys: readonly PasskeyRow[]; charsMin: number }) {
  const { busy, error, run } = useAction();
  const [changed, setChanged] = useState(false);
  const add = async (form: HTMLFormElement) => {
    const name = formText(new FormData(form), "passkey");
    const options = await sendJson(makeApiWrite("POST", "/api/v1/passkeys/options", {}));
    const credential = await makePasskey(options);
    await sendJson(makeApiWrite("POST", "/api/v1/passkeys", {}, { body: { name, credential } }));
    form.reset();
  };
  const recover = async (form: HTMLFormElement) => {
    setChanged(false);
    const next = formText(new FormData(form), "recovered");
    const options = await sendJson(makeApiWrite("POST", "/api/v1/sign-in/passkey/options", {}));
    const credential = await signWithPasskey(options);
    await sendJson(makeApiWrite("POST", "/api/v1/password/recovery", {}, { body: { credential, next } }));
    form.reset();
    setChanged(true);
  };
  return (
    <section className="mb-4" aria-labelledby="passkeys">
      <h2 id="passkeys" className="font-medium">
        Passkeys
      </h2>
      {passkeys.length === 0 ? (
        <p className="mt-1 text-ink-2">
          A passkey signs you in with your finger, face or device instead of the password.
        </p>
      ) : (
        <ul className="mt-1 text-xs" aria-label="Your passkeys">
          {passkeys.map(({ id, name, added }) => (
            <li key={id} className="flex items-baseline gap-x-3 border-b border-line py-1">
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {name}
              </span>
              <span className="text-ink-3">{added}</span>
              <button
                type="button"
                className="btn h-6"
                disabled={busy}
                aria-label={`Remove the passkey ${name}`}
                onClick={() =>
                  void run(() =>
                    sendJson(makeApiWrite("DELETE", "/api/v1/passkeys/{passkeyId}", { passkeyId: id })),
                  )
                }
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        method="post"
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => add(form));
        }}
      >
        <LabelledField label="Name of the passkey" name="passkey" required maxLength={60} />
        <button type="submit" className="btn" disabled={busy}>
          Add a passkey
        </button>
      </form>
      {passkeys.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer select-none">Reset a lost password</summary>
          <form
            method="post"
            className="mt-3 space-y-3"
            onSubmit={(event) => {
              event.preventDefault();
              const form = event.currentTarget;
              void run(() => recover(form));
            }}
          >
            <LabelledField
              label="Another password"
              name="recovered"
              type="password"
              autoComplete="new-password"
              required
              minLength={charsMin}
              hint="Your passkey confirms who you are. Your other browsers are signed out."
            />
            <button type="submit" className="btn" disabled={busy}>
              Set it with a passkey
            </button>
          </form>
        </details>
      )}
      <Refusal message={error} />
      {changed && <p role="status">The password is set.</p>}
    </section>
  );
}
