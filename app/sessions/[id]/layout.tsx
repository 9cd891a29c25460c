import type { Metadata } from "next";
import type { ReactNode } from "react";
import { MarkIncident } from "@/components/incident/mark-incident";
import { SessionHeader } from "@/components/session/session-header";
import { SessionTabs } from "@/components/session/session-tabs";
import { SelectionActions } from "@/components/why/selection-actions";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound } from "@/lib/http/page-errors";
import { sessionOnce } from "@/lib/queries/cached";
import { sessionHeader } from "@/lib/view/session-header";

interface Props {
  params: Promise<{ id: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  return { title: session.name ?? session.externalId };
}

export default async function SessionLayout({ params, children }: Props) {
  const [{ id }, { project, role }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  return (
    <>
      <SessionHeader header={sessionHeader(session)} deletable={role === "viewer" ? null : session.id} />
      <SessionTabs id={id} />
      {children}
      {role !== "viewer" && (
        <MarkIncident
          sessionId={session.id}
          whole={{ from: session.firstTurn ?? 0, to: session.lastTurn ?? 0 }}
        />
      )}
      <SelectionActions sessionId={session.id} />
    </>
  );
}
