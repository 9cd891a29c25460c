import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { RetentionRules } from "@/lib/core/retention";
import { OUTDATED_MAX } from "@/lib/api/endpoints/thresholds";
import type { Database } from "@/lib/db/client";
import type { RedactionRules } from "@/lib/redaction/custom";
import { CLASSES } from "@/lib/redaction/classes";
import type { KeyRow } from "@/lib/view/settings/settings-model";
import { describeOutdated } from "@/lib/view/findings/outdated";
import type { ThresholdField } from "@/lib/view/findings/threshold-fields";
import { listFacets } from "../session-list/list-facets";
import { listThresholdFields } from "@/lib/view/findings/threshold-fields";
import type { ModelRow } from "@/lib/view/settings/model-fields";
import { listModelRows } from "@/lib/view/settings/model-fields";
import { makeKeyRow } from "@/lib/view/settings/settings-model";
import { getRedactionRules } from "../shares/redaction-rules";
import { type JudgeFields, listJudgeFields } from "@/lib/view/judge/judge-fields";
import { type AlertRows, listAlertRows } from "@/lib/view/alerts/alert-model";
import { countFiredLastWeek } from "./fired-last-week";
import { getAlerts } from "./get-alerts";
import { getJudge } from "./get-judge";
import { getModels } from "./get-models";
import { getRetention } from "./get-retention";
import { getThresholds } from "./get-thresholds";
import { listKeys } from "./list-keys";
import type { MemberList } from "./list-members";
import { listMembers } from "./list-members";

export interface SettingsView {
  readonly name: string;
  readonly keys: readonly KeyRow[];
  readonly members: MemberList;
  readonly retention: RetentionRules;
  /** `listed`: those that the list shows; `beside`: sub-agents, side calls and replayed sessions. */
  readonly sessions: { readonly listed: number; readonly beside: number };
  readonly thresholds: readonly ThresholdField[];
  readonly thresholdNotes: readonly string[];
  readonly models: { readonly rows: readonly ModelRow[]; readonly tableDate: string };
  readonly alerts: AlertRows;
  readonly judge: JudgeFields;
  readonly redaction: {
    readonly rules: RedactionRules;
    readonly switches: typeof CLASSES;
  };
}

export async function getSettings(db: Database, project: string): Promise<SettingsView> {
  const [
    row,
    keys,
    members,
    retention,
    sessions,
    { thresholds, outdated },
    rules,
    models,
    facets,
    alerts,
    judge,
  ] = await Promise.all([
    db.project.findUnique({ where: { id: project }, select: { name: true } }),
    listKeys(db, project),
    listMembers(db, project),
    getRetention(db, project),
    countSessions(db, project),
    getThresholds(db, project),
    getRedactionRules(db, project),
    getModels(db, project),
    listFacets(db, project, "any"),
    getAlerts(db, project),
    getJudge(db, project),
  ]);
  const now = Date.now();
  return {
    name: row?.name ?? DEFAULT_PROJECT,
    keys: keys.map((key) => makeKeyRow(key, now)),
    members,
    retention,
    sessions,
    thresholds: listThresholdFields(
      thresholds,
      new Map(facets.finding.map(({ value, count }) => [value, count])),
    ),
    thresholdNotes: describeOutdated(outdated, OUTDATED_MAX),
    models: { rows: listModelRows(models), tableDate: models.tableDate },
    alerts: listAlertRows(alerts, await countFiredLastWeek(db, project, alerts.rules)),
    judge: listJudgeFields(judge),
    redaction: { rules, switches: CLASSES },
  };
}

async function countSessions(db: Database, project: string): Promise<SettingsView["sessions"]> {
  const [all, listed] = await Promise.all([
    db.session.count({ where: { projectId: project } }),
    db.session.count({ where: { projectId: project, role: "main" } }),
  ]);
  return { listed, beside: all - listed };
}
