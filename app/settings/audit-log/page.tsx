import type { Metadata } from "next";
import Link from "next/link";
import { AuditLogTable } from "@/components/settings/audit-table";
import { EmptyState } from "@/components/ui/empty-state";
import { listAuditLog as route } from "@/lib/api/endpoints/projects";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { listAuditLog } from "@/lib/queries/access/list-audit-log";
import { makeAuditRow } from "@/lib/view/settings/settings-model";

export const metadata: Metadata = { title: "Audit log" };

interface Props {
  searchParams: Promise<{ before?: string | string[] }>;
}

export default async function AuditLogPage({ searchParams }: Props) {
  const [{ project, role }, { before }] = await Promise.all([pageCaller(), searchParams]);
  if (role !== "owner")
    return <EmptyState title="The audit log is for owners">You are a {role} of this project.</EmptyState>;
  const query = route.query.safeParse({ before });
  const log = await listAuditLog(getDatabase(), project, query.success ? query.data : route.query.parse({}));
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 pb-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-medium">Audit log</h1>
        <Link href="/settings" className="text-accent underline-offset-2 hover:underline">
          Settings
        </Link>
      </div>
      <AuditLogTable
        rows={log.entries.map(makeAuditRow)}
        nextHref={log.nextBefore === null ? null : `?before=${encodeURIComponent(log.nextBefore)}`}
      />
    </div>
  );
}
