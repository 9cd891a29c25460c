"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import { openAnew } from "../data/open-anew";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

export function SignOutButton() {
  const { busy, error, run } = useAction();
  const signOut = async () => {
    await sendJson(makeApiWrite("POST", "/api/v1/sign-out", {}));
    openAnew("/sign-in");
  };
  return (
    <>
      <button type="button" className="btn" disabled={busy} onClick={() => void run(signOut)}>
        Sign out
      </button>
      <Refusal message={error} />
    </>
  );
}
