"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import { textOrNull } from "../data/form-values";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { type MemberRole, roleIn, RoleRow, RoleSelect } from "./role-select";
import { Section } from "./section";

interface Props {
  readonly groups: readonly { readonly group: string; readonly role: string }[];
  /** What people call the identity provider. */
  readonly provider: string;
}

export function GroupSection({ groups, provider }: Props) {
  const { busy, error, run } = useAction();
  const give = (group: string, role: MemberRole) =>
    sendJson(makeApiWrite("PUT", "/api/v1/groups", {}, { body: { group, role } }));
  return (
    <Section
      title="Groups"
      about={`People of a group of ${provider} join with its role when they sign in, without an invitation. They lose it when they sign in after they left the group. A role that an owner chose for a person stays as it is. With a role goes what they gave by it.`}
    >
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const data = new FormData(form);
          const group = textOrNull(data, "group");
          if (group !== null)
            void run(async () => {
              await give(group, roleIn(data));
              form.reset();
            });
        }}
      >
        <input
          className="field w-56 max-sm:w-full"
          name="group"
          required
          maxLength={200}
          aria-label="Name of the group"
          placeholder="Name of the group"
        />
        <RoleSelect label="Role of the group" name="role" />
        <button type="submit" className="btn" disabled={busy}>
          Give the role
        </button>
      </form>
      <Refusal message={error} />
      <ul className="mt-3 max-w-2xl text-xs">
        {groups.map(({ group, role }) => (
          <RoleRow
            key={group}
            of={`the group ${group}`}
            role={role}
            busy={busy}
            onRole={(next) => void run(() => give(group, next))}
            onRemove={() =>
              void run(() => sendJson(makeApiWrite("DELETE", "/api/v1/groups", {}, { body: { group } })))
            }
          >
            {group}
          </RoleRow>
        ))}
      </ul>
    </Section>
  );
}
