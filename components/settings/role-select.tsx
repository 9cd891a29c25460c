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
        const role = ROLES.find((one) => one === target.value);
        if (role !== undefined) onChange?.(role);
      }}
    >
      {ROLES.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </select>
  );
}
