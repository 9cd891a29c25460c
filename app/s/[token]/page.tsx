import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { SharedPage } from "@/components/share-page/shared-page";
import { WhileShared } from "@/components/share-page/while-shared";
import { UnlockForm } from "@/components/share/unlock-form";
import { EmptyState } from "@/components/ui/empty-state";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { visitor } from "@/lib/http/page-caller";
import { isPreview } from "@/lib/http/preview";
import { openShare, shareCard } from "@/lib/queries/shares/open-share";
import { buildIncidentSummary } from "@/lib/view/incident/summary";
import { isView } from "@/lib/view/share/view-snapshot";

export const dynamic = "force-dynamic";

interface Props {
  params: Promise<{ token: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params;
  const hidden: Metadata = { title: "Shared", description: null, robots: { index: false, follow: false } };
  const card = await shareCard(getDatabase(), token);
  if (card === null) return hidden;
  const images = [{ url: `/api/v1/shares/${token}/image`, width: 1200, height: 630 }];
  const description = isView(card) ? card.card.line : buildIncidentSummary(card).join(" ");
  return {
    ...hidden,
    title: card.title,
    description,
    metadataBase: instance().url,
    openGraph: { title: card.title, description, type: "article", images },
    twitter: { card: "summary_large_image", title: card.title, description, images },
  };
}

export default async function SharePage({ params }: Props) {
  const [{ token }, jar, { address }, asked] = await Promise.all([params, cookies(), visitor(), headers()]);
  if (isPreview(asked, asked.get("x-sightglass-method")))
    return <EmptyState title="Shared">Open this link in a browser to see what is shared.</EmptyState>;
  const key = jar.get("sightglass.share")?.value ?? null;
  const opened = await openShare(getDatabase(), token, { key, address }).catch((error: unknown) => error);
  if (opened instanceof AppError) {
    if (opened.code === "not_found") notFound();
    if (opened.code === "unauthorized") return <UnlockForm token={token} />;
    if (opened.code === "rate_limited")
      return (
        <EmptyState title="Too many wrong passphrases">
          Wait a few minutes, then open the link again.
        </EmptyState>
      );
  }
  if (opened instanceof Error || !isOpened(opened)) throw opened;
  return (
    <WhileShared token={token} share={opened.id}>
      <SharedPage snapshot={opened.snapshot} />
    </WhileShared>
  );
}

type Opened = Awaited<ReturnType<typeof openShare>>;

function isOpened(value: unknown): value is Opened {
  return typeof value === "object" && value !== null && "snapshot" in value;
}
