export const ROLES = ["viewer", "editor", "owner"] as const;
export type MemberRole = (typeof ROLES)[number];

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
