"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import { formText } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

export function UnlockForm({ token }: { token: string }) {
  const { busy, error, run } = useAction();
  return (
    <form
      method="post"
      className="mx-auto mt-16 grid w-72 gap-2 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        const passphrase = formText(new FormData(event.currentTarget), "passphrase");
        void run(() =>
          sendJson(
            makeApiWrite("POST", "/api/v1/shares/{token}/unlock", { token }, { body: { passphrase } }),
          ),
        );
      }}
    >
      <h1 className="text-base font-medium">This share has a passphrase</h1>
      <label className="grid gap-1">
        Passphrase
        <input className="field" name="passphrase" type="password" autoComplete="off" required />
      </label>
      <Refusal message={error} />
      <button type="submit" className="btn btn-primary justify-center" disabled={busy}>
        Open
      </button>
    </form>
  );
}
