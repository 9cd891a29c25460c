import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { AlertSection } from "@/components/settings/alert-section";
import { GroupSection } from "@/components/settings/group-section";
import { JudgeSection } from "@/components/settings/judge-section";
import { KeepingSection } from "@/components/settings/keeping-section";
import { KeySection } from "@/components/settings/key-section";
import { MemberSection } from "@/components/settings/member-section";
import { ModelSection } from "@/components/settings/model-section";
import { ProjectSection } from "@/components/settings/project-section";
import { ThresholdSection } from "@/components/settings/threshold-section";
import { RedactionSection } from "@/components/settings/redaction-section";
import { StorageSection } from "@/components/settings/storage-section";
import { EmptyState } from "@/components/ui/empty-state";
import { instance } from "@/lib/env";
import { pageCaller } from "@/lib/http/page-caller";
import { getSettings } from "@/lib/queries/access/get-settings";
import { getStorage } from "@/lib/queries/access/get-storage";
import { reachableOnce } from "@/lib/queries/cached";
import { buildStorageModel } from "@/lib/view/settings/storage-model";
import { describeSettings } from "@/lib/view/settings/settings-states";
import type { SettingsTab } from "@/lib/view/settings/settings-tabs";
import { listSettingsTabs, readSettingsTab } from "@/lib/view/settings/settings-tabs";
import { NodesAway } from "../nodes-away";

export const metadata: Metadata = { title: "Settings" };

interface Props {
  searchParams: Promise<{ tab?: string | string[] }>;
}

export default async function SettingsPage({ searchParams }: Props) {
  const [caller, { tab }] = await Promise.all([pageCaller(), searchParams]);
  const { project, role, actor } = caller;
  if (role !== "owner")
    return <EmptyState title="Settings are for owners">You are a {role} of this project.</EmptyState>;
  const team = actor.kind === "user";
  const provider = instance().oidc?.name;
  const open = readSettingsTab(tab, team);
  const { db, nodesAway } = await reachableOnce(project);
  const settings = await getSettings(db, project);
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
  } = settings;
  const states = describeSettings(settings, team);
  // What all projects store is counted on every node.
  const storage = open === "data" && nodesAway === 0 ? await getStorage(db, caller) : null;
  const parts: Readonly<Record<SettingsTab, ReactNode>> = {
    access: (
      <>
        <KeySection keys={keys} optional={!team} />
        {team && <MemberSection {...members} />}
        {team && (provider !== undefined || members.groups.length > 0) && (
          <GroupSection groups={members.groups} provider={provider ?? "the identity provider"} />
        )}
        {team && <ProjectSection />}
      </>
    ),
    findings: (
      <>
        <ModelSection {...models} />
        <ThresholdSection fields={thresholds} notes={thresholdNotes} />
      </>
    ),
    alerts: <AlertSection {...alerts} />,
    judge: <JudgeSection {...judge} />,
    data: (
      <>
        <KeepingSection rules={retention} sessions={sessions} />
        <RedactionSection {...redaction} />
        {storage !== null && <StorageSection {...buildStorageModel(storage)} />}
      </>
    ),
  };
  return (
    <>
      <NodesAway project={project} />
      <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] content-start gap-x-10 px-4 pt-4 pb-16 md:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4 md:col-span-2">
          <h1 className="text-lg font-medium">
            Settings <span className="text-ink-3">of {name}</span>
          </h1>
          <Link href="/settings/audit-log" className="text-accent underline-offset-2 hover:underline">
            Audit log
          </Link>
        </div>
        <nav
          aria-label="Settings"
          className="flex gap-x-4 self-start overflow-x-auto overflow-y-hidden text-xs max-md:mb-5 max-md:border-b max-md:border-line md:sticky md:top-17 md:flex-col md:gap-y-1"
        >
          {listSettingsTabs(team).map(({ id, title, brief }) => (
            <Link
              key={id}
              href={`/settings?tab=${id}`}
              aria-current={id === open ? "page" : undefined}
              className="group border-transparent py-1.5 text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink max-md:-mb-px max-md:border-b-2 md:border-l-2 md:pl-3"
            >
              <span className="block text-sm whitespace-nowrap group-aria-[current]:font-medium max-md:text-xs">
                <span className="max-md:hidden">{title}</span>
                <span className="md:hidden">{brief}</span>
              </span>
              <span className="block text-ink-3 max-md:hidden">{states[id]}</span>
            </Link>
          ))}
        </nav>
        <div className="min-w-0">{parts[open]}</div>
      </div>
    </>
  );
}
