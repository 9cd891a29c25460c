import { useQueryStates } from "nuqs";
import { SORT_CHOICES } from "@/lib/view/sessions/columns";
import { sessionListParams } from "@/lib/view/sessions/list-state";

/** Says what the list is sorted by, and changes it. */
export function SortField() {
  const [{ sort, order }, setState] = useQueryStates(sessionListParams, { history: "push", shallow: false });
  return (
    <label className="flex items-center gap-1.5 text-xs text-ink-2">
      {order === "desc" ? "Sorted by" : "Sorted backwards by"}
      <select
        className="field"
        value={sort}
        onChange={({ target }) =>
          void setState({ sort: SORT_CHOICES[target.selectedIndex]?.sort ?? null, order: null, cursor: null })
        }
      >
        {SORT_CHOICES.map(({ sort: one, words }) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
