import Link from "next/link";
import type { ReactNode } from "react";

interface Props {
  readonly pages: readonly { readonly slug: string; readonly title: string }[];
  readonly open: string;
  readonly children: ReactNode;
}

export function DocsFrame({ pages, open, children }: Props) {
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-4 py-6 md:grid-cols-[10rem_1fr]">
      <nav aria-label="Documentation" className="text-xs">
        <ul className="flex flex-wrap gap-x-4 gap-y-2 md:sticky md:top-17 md:flex-col">
          {[{ slug: "", title: "Start" }, ...pages, { slug: "api", title: "API reference" }].map(
            ({ slug, title }) => (
              <li key={slug}>
                <Link
                  href={slug === "" ? "/docs" : `/docs/${slug}`}
                  aria-current={slug === open ? "page" : undefined}
                  className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
                >
                  {title}
                </Link>
              </li>
            ),
          )}
        </ul>
      </nav>
      <article className="min-w-0 text-sm">{children}</article>
    </div>
  );
}
