import type { Metadata } from "next";
import { titleWords } from "@/lib/view/format/trace-text";
import { Overview } from "@/components/occupancy/overview";
import { pageCaller } from "@/lib/http/page-caller";
import { titleOr } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { viewPage } from "./view-page";

/** Next does not apply a layout's title template to the page beside the layout. */
export async function generateMetadata({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const title = sessionOnce(project, id).then(({ name, externalId }) => ({
    absolute: `Overview · ${titleWords(name ?? externalId)} · Sightglass`,
  }));
  return titleOr({ absolute: "No such session · Sightglass" }, title);
}

export const dynamic = "force-dynamic";

export default viewPage("overview", Overview);
