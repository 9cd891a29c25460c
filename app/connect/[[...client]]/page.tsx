import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConnectView } from "@/components/connect/connect-view";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { pageCaller } from "@/lib/http/page-caller";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { getWatch } from "@/lib/queries/ingestion/get-watch";
import { findGuide } from "@/lib/view/connect";

export const metadata: Metadata = { title: "Connect" };
export const dynamic = "force-dynamic";

interface Props {
  params: Promise<{ client?: string[] }>;
}

export default async function ConnectPage({ params }: Props) {
  const [{ project, role }, { client = [] }] = await Promise.all([pageCaller(), params]);
  const guide = client.length > 1 ? undefined : findGuide(client[0]);
  if (guide === undefined) notFound();
  const { url, mode } = instance();
  const [{ clients }, { available, ...watch }] = await Promise.all([
    listIngestionWarnings(getDatabase(), project),
    getWatch(getDatabase(), project),
  ]);
  return (
    <ConnectView
      guide={guide}
      place={{ base: url.href.replace(/\/$/, ""), key: mode === "team" ? "YOUR_KEY" : null }}
      clients={clients}
      since={new Date().toISOString()}
      watch={available && role === "owner" ? watch : null}
    />
  );
}
