"use client";

import { Columns3 } from "lucide-react";
import type { ListColumn, ListColumnId } from "@/lib/view/sessions/columns";
import { LIST_COLUMNS } from "@/lib/view/sessions/columns";
import { MenuButton } from "../ui/menu-button";

interface Props {
  shown: readonly ListColumn[];
  onChange: (shown: ReadonlySet<ListColumnId>) => void;
}

export function ColumnMenu({ shown, onChange }: Props) {
  const ids = new Set(shown.map(({ id }) => id));
  const toggle = (id: ListColumnId) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <MenuButton
      entries={LIST_COLUMNS.map(({ id, label }) => ({
        label,
        checked: ids.has(id),
        onPick: () => toggle(id),
      }))}
    >
      <Columns3 size={13} aria-hidden /> Columns
    </MenuButton>
  );
}
