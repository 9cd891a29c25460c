import { type Role, ROLES } from "@/lib/api/access";

interface RoleProps {
  label: string;
  name?: string;
  value?: string;
  disabled?: boolean;
  onChange?: (role: Role) => void;
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
