"use client";

import { useState } from "react";
import { makeApiWrite } from "@/lib/api/request/request";
import { textOrNull } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Time } from "../ui/time";
import { MemberRow } from "./member-row";
import { roleIn, RoleSelect } from "./role-select";
import { Section } from "./section";

export interface MemberLists {
  readonly members: readonly {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: string;
    /** The group that gives the role; null where an owner gave it. */
    readonly group: string | null;
  }[];
  readonly invitations: readonly {
    readonly id: string;
    readonly role: string;
    readonly email: string | null;
    readonly expiresAt: string;
  }[];
}

export function MemberSection({ members, invitations }: MemberLists) {
  const [link, setLink] = useState<string | null>(null);
  const { busy, error, run } = useAction();
  const invite = async (form: FormData) => {
    const body = { role: roleIn(form), email: textOrNull(form, "email") };
    const { url } = await sendJson(makeApiWrite("POST", "/api/v1/invitations", {}, { body }));
    setLink(url);
  };
  return (
    <Section
      title="Members"
      about="Viewers can look. Editors can also import and delete sessions. Owners can also change everything on this page. Who loses a right loses what they gave by it: invitations, keys, shares, addresses of alerts, roles of groups."
    >
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => invite(new FormData(form)));
        }}
      >
        <input
          className="field w-56 max-sm:w-full"
          name="email"
          type="email"
          aria-label="E-mail address, or empty for anybody"
          placeholder="E-mail address (optional)"
        />
        <RoleSelect label="Role of the invited person" name="role" />
        <button type="submit" className="btn" disabled={busy}>
          Make an invitation
        </button>
      </form>
      {link !== null && (
        <div role="status" className="mt-3 border-l-2 border-pinned pl-3">
          <p>Send this link. It works once, within a week, and cannot be shown again.</p>
          <code className="code break-all select-all">{link}</code>
        </div>
      )}
      <Refusal message={error} />
      <ul className="mt-3 max-w-2xl text-xs">
        {members.map((member) => (
          <MemberRow key={member.id} {...member} />
        ))}
        {invitations.map(({ id, role, email, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 border-b border-line py-1 text-ink-2">
            <span className="min-w-0 flex-1 truncate">
              {email ?? "whoever has the link"}, invited as {role}, until <Time iso={expiresAt} />
            </span>
            <button
              type="button"
              className="btn btn-quiet"
              disabled={busy}
              onClick={() =>
                void run(() =>
                  sendJson(
                    makeApiWrite("DELETE", "/api/v1/invitations/{invitationId}", { invitationId: id }),
                  ),
                )
              }
            >
              Withdraw
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
