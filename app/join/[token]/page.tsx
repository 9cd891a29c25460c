import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Entry } from "@/components/access/entry";
import { JoinForm } from "@/components/access/join-form";
import { PASSWORD_CHARS_MIN } from "@/lib/api/limits/access";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { visitor } from "@/lib/http/page-caller";
import { openInvitation } from "@/lib/queries/access/open-invitation";

export const metadata: Metadata = { title: "Join", robots: { index: false } };

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  if (instance().mode !== "team") notFound();
  const [{ token }, { actor }] = await Promise.all([params, visitor()]);
  const invitation = await openInvitation(getDatabase(), token);
  if (invitation === null) notFound();
  return (
    <Entry title={`Join ${invitation.project}`}>
      <p className="mt-1 text-ink-2">You will be its {invitation.role}.</p>
      <JoinForm
        token={token}
        email={invitation.email}
        signedInAs={actor.kind === "user" ? actor.email : null}
        passwordCharsMin={PASSWORD_CHARS_MIN}
      />
    </Entry>
  );
}
