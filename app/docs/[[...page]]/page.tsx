import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { DocsStart } from "@/components/docs/docs-start";
import { DocsText } from "@/components/docs/docs-text";
import { pageCaller } from "@/lib/http/page-caller";
import { DOCS_PAGES } from "@/lib/queries/docs/pages";
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
      <DocsFrame pages={DOCS_PAGES} open="">
        <DocsStart pages={DOCS_PAGES} />
      </DocsFrame>
    );
  if (!DOCS_PAGES.some((page) => page.slug === slug)) notFound();
  const { markdown } = await readDocsPage(slug);
  return (
    <DocsFrame pages={DOCS_PAGES} open={slug}>
      <DocsText markdown={markdown} />
    </DocsFrame>
  );
}

function slugOf(page: readonly string[] | undefined): string {
  return page?.join("/") ?? "";
}
