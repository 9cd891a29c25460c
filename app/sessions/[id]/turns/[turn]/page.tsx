import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TurnView } from "@/components/turn/turn-view";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { getWindow } from "@/lib/queries/get-window";
import { turnModel } from "@/lib/view/turn-model";

interface Props {
  params: Promise<{ id: string; turn: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Turn ${(await params).turn}` };
}

export default async function TurnPage({ params }: Props) {
  const [{ id, turn }, { project }] = await Promise.all([params, pageCaller()]);
  if (!/^\d{1,8}$/.test(turn)) notFound();
  const window = await orNotFound(getWindow(database(), project, id, Number(turn), false));
  return <TurnView sessionId={id} model={turnModel(window)} />;
}
