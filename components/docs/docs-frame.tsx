import Link from "next/link";
import type { ReactNode } from "react";

export interface DocsGroups {
  readonly groups: readonly {
    readonly title: string;
    readonly pages: readonly { readonly slug: string; readonly title: string; readonly about: string }[];
  }[];
}

interface Props extends DocsGroups {
  readonly open: string;
  /** The parts of a long page. */
  readonly parts?: readonly { readonly id: string; readonly title: string }[];
  readonly children: ReactNode;
}

/** Fewer parts are seen at once. */
const PARTS_MIN = 3;

export function DocsFrame({ groups, open, parts = [], children }: Props) {
  const titleOf = groups.flatMap(({ pages }) => pages).find(({ slug }) => slug === open)?.title ?? "Start";
  const pages = <Pages groups={groups} open={open} />;
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 px-4 py-6 md:grid-cols-[10rem_minmax(0,1fr)] xl:grid-cols-[10rem_minmax(0,1fr)_12rem]">
      <nav aria-label="Documentation" className="text-xs">
        <div className="max-md:hidden md:sticky md:top-17">{pages}</div>
        <details className="border-b border-line pb-2 md:hidden">
          <summary className="min-h-6 cursor-pointer py-1">All pages: {titleOf}</summary>
          {pages}
        </details>
      </nav>
      <article className="min-w-0 text-sm">{children}</article>
      {parts.length >= PARTS_MIN && (
        <nav aria-label="On this page" className="text-xs max-xl:hidden">
          <div className="sticky top-17 max-h-[calc(100vh-6rem)] overflow-y-auto">
            <p className="font-medium">On this page</p>
            <ul className="mt-1">
              {parts.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="inline-flex min-h-6 items-center py-0.5 text-ink-2 hover:text-ink"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
    </div>
  );
}

function Pages({ groups, open }: DocsGroups & { readonly open: string }) {
  return (
    <ul>
      <li>
        <PageLink slug="" title="Start" open={open} />
      </li>
      {groups.map(({ title, pages }) => (
        <li key={title} className="mt-3">
          <p className="text-2xs text-ink-3">{title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.slug}>
                <PageLink {...page} open={open} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface PageLinkProps {
  readonly slug: string;
  readonly title: string;
  readonly open: string;
}

function PageLink({ slug, title, open }: PageLinkProps) {
  return (
    <Link
      href={slug === "" ? "/docs" : `/docs/${slug}`}
      aria-current={slug === open ? "page" : undefined}
      className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
    >
      {title}
    </Link>
  );
}
