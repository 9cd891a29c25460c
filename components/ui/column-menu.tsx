import { Menu } from "@base-ui/react/menu";
import { Columns3 } from "lucide-react";

interface Props<Id extends string> {
  /** The columns that can be hidden. */
  columns: readonly { readonly id: Id; readonly label: string }[];
  hidden: ReadonlySet<Id>;
  onChange: (hidden: ReadonlySet<Id>) => void;
}

/** Chooses the columns of a table. */
export function ColumnMenu<Id extends string>({ columns, hidden, onChange }: Props<Id>) {
  return (
    <Menu.Root>
      <Menu.Trigger className="btn">
        <Columns3 size={13} aria-hidden /> Columns
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-40">
          <Menu.Popup className="min-w-44 rounded-md bg-raised py-1 text-xs shadow-(--shadow)">
            {columns.map(({ id, label }) => (
              <Menu.CheckboxItem
                key={id}
                checked={!hidden.has(id)}
                closeOnClick={false}
                className="flex cursor-default items-center gap-2 px-3 py-1 data-[highlighted]:bg-sunken"
                onCheckedChange={(checked) => {
                  const next = new Set(hidden);
                  if (checked) next.delete(id);
                  else next.add(id);
                  onChange(next);
                }}
              >
                <span aria-hidden className="w-3">
                  {hidden.has(id) ? "" : "✓"}
                </span>
                {label}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
