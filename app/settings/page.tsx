import type { Metadata } from "next";
import Link from "next/link";
import { AlertSection } from "@/components/settings/alert-section";
import { JudgeSection } from "@/components/settings/judge-section";
import { KeepingSection } from "@/components/settings/keeping-section";
import { KeySection } from "@/components/settings/key-section";
import { MemberSection } from "@/components/settings/member-section";
import { ModelSection } from "@/components/settings/model-section";
import { ProjectSection } from "@/components/settings/project-section";
import { ThresholdSection } from "@/components/settings/threshold-section";
import { RedactionSection } from "@/components/settings/redaction-section";
import { EmptyState } from "@/components/ui/empty-state";
import { database } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { getSettings } from "@/lib/queries/access/get-settings";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { project, role, actor } = await pageCaller();
  if (role !== "owner")
    return <EmptyState title="Settings are for owners">You are a {role} of this project.</EmptyState>;
  const team = actor.kind === "user";
  const {
    name,
    keys,
    members,
    retention,
    sessions,
    thresholds,
    thresholdNotes,
    models,
    redaction,
    alerts,
    judge,
  } = await getSettings(database(), project);
  return (
    <div className="max-w-5xl px-4 pt-4 pb-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-3">
        <h1 className="text-lg font-medium">
          Settings <span className="text-ink-3">of {name}</span>
        </h1>
        <Link href="/settings/audit-log" className="text-accent underline-offset-2 hover:underline">
          Audit log
        </Link>
      </div>
      <KeySection keys={keys} optional={!team} />
      {team && <MemberSection {...members} />}
      <ThresholdSection fields={thresholds} notes={thresholdNotes} />
      <ModelSection {...models} />
      <AlertSection {...alerts} />
      <JudgeSection {...judge} />
      <KeepingSection days={retention.days} sessions={sessions} />
      <RedactionSection {...redaction} />
      {team && <ProjectSection />}
    </div>
  );
}
