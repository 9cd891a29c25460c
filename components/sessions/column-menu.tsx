"use client";

import { Menu } from "@base-ui/react/menu";
import { Columns3 } from "lucide-react";
import type { ListColumn, ListColumnId } from "@/lib/view/sessions/columns";
import { LIST_COLUMNS } from "@/lib/view/sessions/columns";

interface Props {
  shown: readonly ListColumn[];
  onChange: (shown: ReadonlySet<ListColumnId>) => void;
}

export function ColumnMenu({ shown, onChange }: Props) {
  const ids = new Set(shown.map(({ id }) => id));
  return (
    <Menu.Root>
      <Menu.Trigger className="btn">
        <Columns3 size={13} aria-hidden /> Columns
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-40">
          <Menu.Popup className="min-w-44 rounded-md bg-raised py-1 text-xs shadow-(--shadow)">
            {LIST_COLUMNS.map(({ id, label }) => (
              <Menu.CheckboxItem
                key={id}
                checked={ids.has(id)}
                closeOnClick={false}
                className="flex cursor-default items-center gap-2 px-3 py-1 data-[highlighted]:bg-sunken"
                onCheckedChange={(checked) => {
                  const next = new Set(ids);
                  if (checked) next.add(id);
                  else next.delete(id);
                  onChange(next);
                }}
              >
                <span aria-hidden className="w-3">
                  {ids.has(id) ? "✓" : ""}
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
