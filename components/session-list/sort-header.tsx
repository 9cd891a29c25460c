import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { createSerializer } from "nuqs";
import { useQueryStates } from "nuqs";
import type { SessionSortKey } from "@/lib/core/vocabulary";
import { sessionListParams } from "@/lib/view/sessions/list-state";
import { SortLabel } from "../ui/table/sort-label";

const serialize = createSerializer(sessionListParams);

interface Props {
  sort: SessionSortKey;
  label: string;
  numeric?: boolean;
  title?: string;
  className?: string;
}

export function SortHeader({ sort, label, numeric = false, title, className = "" }: Props) {
  const pathname = usePathname();
  const search = useSearchParams();
  const [state] = useQueryStates(sessionListParams);
  const active = state.sort === sort;
  const order = active && state.order === "desc" ? "asc" : "desc";
  const href = `${pathname}${serialize(search, { sort, order, cursor: null })}`;
  return (
    <th
      scope="col"
      aria-sort={active ? (state.order === "desc" ? "descending" : "ascending") : "none"}
      className={`px-2 py-1.5 first:pl-0 ${numeric ? "text-right" : ""} ${className}`}
      title={title}
    >
      <Link
        href={href}
        scroll={false}
        className={`-my-1 inline-block py-1 whitespace-nowrap hover:text-ink ${active ? "text-ink" : ""}`}
      >
        <SortLabel label={label} order={active ? state.order : null} numeric={numeric} />
      </Link>
    </th>
  );
}
