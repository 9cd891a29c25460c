"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { createSerializer } from "nuqs";
import { sessionListParams } from "@/lib/view/url-state";

const serialize = createSerializer(sessionListParams);

/** Leads to the next page of the list; the browser's Back leads to the one before. */
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
