import { useState } from "react";
import { makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import { type GrantLine, type LostGrants, buildLostGrants } from "@/lib/view/settings/grants-model";
import { readApi } from "../data/read-api";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import { type MemberRole, RoleRow } from "./role-select";

interface Props {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly group: string | null;
}

/** What is to be done once the owner has read what ends with it. @property next the new role; null to remove */
interface Asked {
  readonly next: MemberRole | null;
  readonly lost: LostGrants;
}

/** A member, whose role can be changed or taken. What ends with it is told before. */
export function MemberRow({ id: userId, name, email, role, group }: Props) {
  const { busy, error, run, ask } = useAction();
  const [asked, setAsked] = useState<Asked | null>(null);
  const look = async (next: MemberRole | null) =>
    buildLostGrants(await readApi(makeApiRead("/api/v1/members/{userId}/grants", { userId })), next);
  const apply = (next: MemberRole | null) =>
    run(async () => {
      if (next === null) await sendJson(makeApiWrite("DELETE", "/api/v1/members/{userId}", { userId }));
      else
        await sendJson(
          makeApiWrite("PATCH", "/api/v1/members/{userId}", { userId }, { body: { role: next } }),
        );
      setAsked(null);
    });
  const begin = (next: MemberRole | null) =>
    ask(async () => {
      const lost = await look(next);
      if (lost.ends.length + lost.stays.length > 0) setAsked({ next, lost });
      else await apply(next);
    });
  const takeOver = ({ taken }: GrantLine) =>
    run(async () => {
      const body = { grants: [...taken] };
      await sendJson(makeApiWrite("POST", "/api/v1/members/{userId}/take-over", { userId }, { body }));
      if (asked !== null) setAsked({ next: asked.next, lost: await look(asked.next) });
    });
  return (
    <RoleRow
      of={name}
      role={role}
      busy={busy}
      onRole={(next) => void begin(next)}
      onRemove={() => void begin(null)}
    >
      {name} <span className="text-ink-3">{email}</span>
      {group !== null && <span className="block truncate text-ink-3">by the group {group}</span>}
      {asked === null && error !== null && (
        <span role="alert" className="block text-dangling">
          {error}
        </span>
      )}
      <Modal
        title={asked?.next == null ? `Remove ${name}?` : `Make ${name} ${asked.next}?`}
        open={asked !== null}
        onOpen={(open) => !open && setAsked(null)}
      >
        {asked !== null && (
          <ModalForm
            verb={asked.next === null ? `Remove ${name}` : `Make ${name} ${asked.next}`}
            busy={busy}
            error={error}
            onSave={() => apply(asked.next)}
          >
            <Lost {...asked.lost} name={name} busy={busy} onTakeOver={(line) => void takeOver(line)} />
          </ModalForm>
        )}
      </Modal>
    </RoleRow>
  );
}

interface LostProps extends LostGrants {
  readonly name: string;
  readonly busy: boolean;
  readonly onTakeOver: (line: GrantLine) => void;
}

function Lost({ ends, stays, more, name, busy, onTakeOver }: LostProps) {
  return (
    <>
      {ends.length + stays.length === 0 && <p>Nothing that {name} gave ends with this.</p>}
      {ends.length > 0 && <p>What {name} gave ends with the right to give it:</p>}
      <ul className="grid gap-2">
        {[...ends, ...stays].map((line) => (
          <li key={line.words} className="flex flex-wrap items-start gap-2">
            <span className="min-w-0 flex-1">{line.words}</span>
            {line.taken.length > 0 && (
              <button
                type="button"
                className="btn btn-quiet"
                disabled={busy}
                onClick={() => onTakeOver(line)}
              >
                Take over
              </button>
            )}
          </li>
        ))}
      </ul>
      {more !== null && <p>{more}</p>}
      {ends.length + stays.length > 0 && (
        <p className="text-ink-2">
          What you take over stands by your right and works on. {name} still knows the keys and links: replace
          them where that matters.
        </p>
      )}
    </>
  );
}
