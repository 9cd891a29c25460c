import { readFile } from "node:fs/promises";
import path from "node:path";
import { notFound } from "@/lib/errors";
import type { DocsPage } from "./pages";
import { DOCS_PAGES } from "./pages";

/** @throws AppError `not_found` for an unknown slug */
export async function readDocsPage(slug: string): Promise<DocsPage & { readonly markdown: string }> {
  const page = DOCS_PAGES.find((one) => one.slug === slug);
  if (page === undefined) throw notFound("the page");
  return { ...page, markdown: await readFile(path.join(process.cwd(), "docs", `${page.slug}.md`), "utf8") };
}
