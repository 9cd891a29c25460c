"use client";

import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { openAnew } from "../data/open-anew";
import { sendJson } from "../data/send-json";
import { Refusal } from "../ui/refusal";
import { signWithPasskey } from "./webauthn";

export function PasskeySignIn({ next }: { next: string }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const signIn = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const options = await sendJson(makeApiWrite("POST", "/api/v1/sign-in/passkey/options", {}));
      const credential = await signWithPasskey(options);
      await sendJson(makeApiWrite("POST", "/api/v1/sign-in/passkey", {}, { body: { credential } }));
      openAnew(next);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <div className="mt-3">
      <button
        type="button"
        className="btn w-full justify-center"
        disabled={busy}
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </button>
      <Refusal message={refusal} />
    </div>
  );
}
