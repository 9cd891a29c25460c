import { Columns3 } from "lucide-react";
import { MenuButton } from "./menu-button";

interface Props<Id extends string> {
  columns: readonly { readonly id: Id; readonly label: string }[];
  hidden: ReadonlySet<Id>;
  onChange: (hidden: ReadonlySet<Id>) => void;
}

export function ColumnMenu<Id extends string>({ columns, hidden, onChange }: Props<Id>) {
  const toggle = (id: Id) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <MenuButton
      entries={columns.map(({ id, label }) => ({
        label,
        checked: !hidden.has(id),
        onPick: () => toggle(id),
      }))}
    >
      <Columns3 size={13} aria-hidden /> Columns
    </MenuButton>
  );
}
