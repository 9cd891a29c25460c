import type { ReactNode } from "react";
import { choiceIn } from "../data/form-values";

const ROLES = ["viewer", "editor", "owner"] as const;
export type MemberRole = (typeof ROLES)[number];

/** The role that a form with a {@link RoleSelect} named `role` says. */
export function roleIn(form: FormData): MemberRole {
  return choiceIn(form, "role", ROLES);
}

interface RoleProps {
  label: string;
  name?: string;
  value?: string;
  disabled?: boolean;
  onChange?: (role: MemberRole) => void;
}

export function RoleSelect({ label, onChange, ...select }: RoleProps) {
  return (
    <select
      className="field"
      aria-label={label}
      {...select}
      onChange={({ target }) => {
        const role = ROLES.find((candidate) => candidate === target.value);
        if (role !== undefined) onChange?.(role);
      }}
    >
      {ROLES.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </select>
  );
}

interface RowProps {
  readonly of: string;
  readonly role: string;
  readonly busy: boolean;
  readonly onRole: (role: MemberRole) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** Somebody with a role, which can be changed or taken away. @param of how they are called */
export function RoleRow({ of, role, busy, onRole, onRemove, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-1">
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <RoleSelect label={`Role of ${of}`} value={role} disabled={busy} onChange={onRole} />
      <button
        type="button"
        className="btn btn-quiet"
        disabled={busy}
        aria-label={`Remove ${of}`}
        onClick={onRemove}
      >
        Remove
      </button>
    </li>
  );
}
