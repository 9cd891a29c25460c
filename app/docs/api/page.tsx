import type { Metadata } from "next";
import { ApiReferenceView } from "@/components/docs/api-reference-view";
import { DocsFrame } from "@/components/docs/docs-frame";
import { pageCaller } from "@/lib/http/page-caller";
import { readApiReference } from "@/lib/queries/docs/api-reference";
import { DOCS_GROUPS } from "@/lib/queries/docs/pages";
import packageJson from "@/package.json";

export const metadata: Metadata = { title: "API reference" };

export default async function ApiReferencePage() {
  await pageCaller();
  return (
    <DocsFrame groups={DOCS_GROUPS} open="api">
      <ApiReferenceView operations={await readApiReference(packageJson.version)} />
    </DocsFrame>
  );
}
