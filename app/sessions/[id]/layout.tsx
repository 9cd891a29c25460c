import type { Metadata } from "next";
import type { ReactNode } from "react";
import { FigureSourceProvider } from "@/components/charts/figure-source";
import { BlockPreview } from "@/components/block/block-preview";
import { AnnotateTurn } from "@/components/incident/annotate-turn";
import { ReadCache } from "@/components/data/read-cache";
import { MarkIncident } from "@/components/incident/mark-incident";
import { AwayNote } from "@/components/live/away-note";
import { FindingNews } from "@/components/live/finding-news";
import { LiveSession } from "@/components/live/live-session";
import { MayWrite } from "@/components/session-frame/may-write";
import { SessionHeader } from "@/components/session-frame/session-header";
import { WaitingNote } from "@/components/session-frame/waiting-note";
import { ShareSession } from "@/components/share/share-session";
import { SessionTabs } from "@/components/session-frame/session-tabs";
import { SelectionActions } from "@/components/why/selection-actions";
import type { SessionSkeleton } from "@/lib/api/schemas/session";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { orNotFound, titleOr } from "@/lib/http/page-errors";
import { freshnessOnce, pageTime, sessionOnce } from "@/lib/queries/cached";
import { hasCheckpoints } from "@/lib/queries/session/list-checkpoints";
import { findSessionExtent } from "@/lib/view/incident/extent";
import { describePolicy, makeSessionHeader } from "@/lib/view/session-header";
import { titleWords } from "@/lib/view/format/trace-text";
import { describeAnalysisRefusal, describeStillWaiting } from "@/lib/view/waiting";

interface Props {
  params: Promise<{ id: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id }, { project }] = await Promise.all([params, pageCaller()]);
  const titles = sessionOnce(project, id).then((session) => {
    const name = titleWords(session.name ?? session.externalId);
    return { default: `${name} · Sightglass`, template: `%s · ${name} · Sightglass` };
  });
  return titleOr({ absolute: "No such session · Sightglass" }, titles);
}

export default async function SessionLayout({ params, children }: Props) {
  const [{ id }, { project, role }] = await Promise.all([params, pageCaller()]);
  const session = await orNotFound(sessionOnce(project, id));
  const [{ waiting }, checkpoints] = await Promise.all([
    freshnessOnce(project, id),
    hasCheckpoints(getDatabase(), project, id),
  ]);
  const statement = describeStillWaiting(waiting, session.pending);
  const tooLarge = describeAnalysisRefusal(session.analysisRefused);
  const mayWrite = role !== "viewer";
  const whole = findSessionExtent(session);
  const marks = mayWrite && session.lastTurn !== null;
  return (
    <MayWrite value={mayWrite}>
      <ReadCache>
        <LiveSession session={liveFacts(session)} now={pageTime()}>
          <FigureSourceProvider value={figureSource(session)}>
            <SessionHeader
              header={makeSessionHeader(session)}
              deletable={mayWrite ? session.id : null}
              actions={
                <>
                  <a
                    href={`/api/v1/sessions/${session.id}/export`}
                    download
                    title="Every event of this session, to keep or to import elsewhere"
                    className="text-xs text-accent underline-offset-2 hover:underline"
                  >
                    Export
                  </a>
                  {marks && <MarkIncident sessionId={session.id} whole={whole} outcome={session.outcome} />}
                  {mayWrite && <ShareSession sessionId={session.id} />}
                </>
              }
            />
            <AwayNote />
            {statement !== null && <WaitingNote statement={statement} />}
            {tooLarge !== null && (
              <p role="status" className="px-4 pb-2 text-xs text-ink-2">
                {tooLarge}
              </p>
            )}
            <SessionTabs id={id} without={checkpoints ? null : "checkpoints"} />
            <FindingNews sessionId={session.id} serious={session.findings?.serious ?? 0} />
            <div id="view" className="scroll-mt-11" tabIndex={-1}>
              {children}
            </div>
            {marks && <AnnotateTurn sessionId={session.id} first={whole.from} />}
            <SelectionActions sessionId={session.id} />
            {session.lastTurn !== null && (
              <BlockPreview sessionId={session.id} firstTurn={whole.from} lastTurn={whole.to} />
            )}
          </FigureSourceProvider>
        </LiveSession>
      </ReadCache>
    </MayWrite>
  );
}

function figureSource({ name, externalId, policy }: SessionSkeleton) {
  return { session: name ?? externalId, policy: describePolicy(policy) };
}

function liveFacts({ id, version, counts, outcome, startedAt, endedAt, updatedAt }: SessionSkeleton) {
  return { id, version, turns: counts.turns ?? 0, outcome, startedAt, endedAt, updatedAt };
}
