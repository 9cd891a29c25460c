import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { DocsStart } from "@/components/docs/docs-start";
import { drawDocs } from "@/components/docs/docs-text";
import { pageCaller } from "@/lib/http/page-caller";
import { DOCS_GROUPS, DOCS_PAGES } from "@/lib/queries/docs/pages";
import { readDocsPage } from "@/lib/queries/docs/read-page";

interface Props {
  params: Promise<{ page?: string[] }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const slug = slugOf((await params).page);
  return { title: DOCS_PAGES.find((page) => page.slug === slug)?.title ?? "Documentation" };
}

export default async function DocsRoute({ params }: Props) {
  await pageCaller();
  const slug = slugOf((await params).page);
  if (slug === "")
    return (
      <DocsFrame groups={DOCS_GROUPS} open="">
        <DocsStart groups={DOCS_GROUPS} />
      </DocsFrame>
    );
  if (!DOCS_PAGES.some((page) => page.slug === slug)) notFound();
  const { markdown } = await readDocsPage(slug);
  const { body, parts } = drawDocs(markdown);
  return (
    <DocsFrame groups={DOCS_GROUPS} open={slug} parts={parts}>
      {body}
    </DocsFrame>
  );
}

function slugOf(page: readonly string[] | undefined): string {
  return page?.join("/") ?? "";
}
