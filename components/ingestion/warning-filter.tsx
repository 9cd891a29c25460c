import Link from "next/link";
import type { WarningFacet, WarningFilter } from "@/lib/view/ingestion/warning-rows";
import { addAll } from "@/lib/view/ingestion/warning-rows";

interface Props {
  name: keyof WarningFilter;
  label: string;
  facet: readonly WarningFacet[];
  filter: WarningFilter;
}

export function WarningFilterRow({ name, label, facet, filter }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1 text-xs">
      <span className="w-14 text-ink-3">{label}</span>
      {addAll(facet).map((option) => (
        <Link
          key={option.value}
          href={hrefOf({ ...filter, [name]: option.value })}
          aria-current={filter[name] === option.value ? "true" : undefined}
          className={`rounded px-2 py-1 hover:bg-sunken ${filter[name] === option.value ? "bg-sunken font-medium" : "text-ink-2"}`}
        >
          {option.label} <span className="num text-ink-3">{option.countText}</span>
        </Link>
      ))}
    </nav>
  );
}

function hrefOf(filter: WarningFilter): string {
  const chosen = Object.entries(filter).filter(([, value]) => value !== "");
  const query = new URLSearchParams(chosen).toString();
  return query === "" ? "/ingestion" : `/ingestion?${query}`;
}
