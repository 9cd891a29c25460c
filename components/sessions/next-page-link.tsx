import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { createSerializer } from "nuqs";
import { sessionListParams } from "@/lib/view/sessions/list-state";

const serialize = createSerializer(sessionListParams);

/** There is no link back: the browser's Back opens the page before. */
export function NextPageLink({ cursor }: { cursor: string }) {
  const search = useSearchParams();
  return (
    <p className="mt-4">
      <Link className="btn" href={`/${serialize(search, { cursor })}`}>
        Next page
      </Link>
    </p>
  );
}
