import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Entry } from "@/components/access/entry";
import { Passkeys } from "@/components/access/passkeys";
import { PasswordForm } from "@/components/access/password-form";
import { SignOutButton } from "@/components/access/sign-out-button";
import { PASSWORD_CHARS_MIN } from "@/lib/api/limits/access";
import { isPasskeyHost } from "@/lib/access/passkey-host";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { visitor } from "@/lib/http/page-caller";
import { listPasskeys } from "@/lib/queries/access/list-passkeys";
import { listProjects } from "@/lib/queries/access/list-projects";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  if (instance().mode !== "team") notFound();
  const caller = await visitor();
  if (caller.actor.kind !== "user") redirect("/sign-in?next=/account");
  const [{ projects }, { passkeys }] = await Promise.all([
    listProjects(getDatabase(), caller),
    listPasskeys(getDatabase(), caller),
  ]);
  const rows = passkeys.map(({ id, name, createdAt }) => ({
    id,
    name,
    added: createdAt?.slice(0, 10) ?? "–",
  }));
  return (
    <Entry title={caller.actor.name}>
      <p className="text-ink-2">{caller.actor.email}</p>
      {projects.length === 0 ? (
        <p className="mt-4">You are not a member of any project. Ask an owner for an invitation.</p>
      ) : (
        <dl className="mt-4 mb-4 grid grid-cols-[1fr_auto] gap-y-1 border-y border-line py-2">
          {projects.map(({ id, name, role }) => (
            <div key={id} className="contents">
              <dt className="truncate">{name}</dt>
              <dd className="text-ink-2">{role}</dd>
            </div>
          ))}
        </dl>
      )}
      <PasswordForm charsMin={PASSWORD_CHARS_MIN} />
      {isPasskeyHost(instance().url) && <Passkeys passkeys={rows} charsMin={PASSWORD_CHARS_MIN} />}
      <SignOutButton />
    </Entry>
  );
}
