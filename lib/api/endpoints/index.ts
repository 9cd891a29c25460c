import type { Endpoint } from "../endpoint";
import * as alerts from "./alerts";
import * as audit from "./audit";
import * as block from "./block";
import * as checkpoints from "./checkpoints";
import * as conversation from "./conversation";
import * as compactions from "./compactions";
import * as cost from "./cost";
import * as deletion from "./deletion";
import * as events from "./events";
import * as facts from "./facts";
import * as findings from "./findings";
import * as grants from "./grants";
import * as imports from "./import";
import * as incidents from "./incidents";
import * as jobs from "./jobs";
import * as judge from "./judge";
import * as lanes from "./lanes";
import * as ledger from "./ledger";
import * as models from "./models";
import * as mcp from "./mcp";
import * as modelCalls from "./model-calls";
import * as otlp from "./otlp";
import * as plan from "./plan";
import * as policies from "./policies";
import * as project from "./runtime/project";
import * as replays from "./replays";
import * as runtime from "./runtime";
import * as passkeys from "./passkeys";
import * as people from "./people";
import * as projects from "./projects";
import * as service from "./service";
import * as sessionEdit from "./session-edit";
import * as sessions from "./sessions";
import * as shares from "./shares";
import * as streams from "./streams";
import * as telemetry from "./telemetry";
import * as thresholds from "./thresholds";
import * as trends from "./trends";
import * as verdicts from "./verdicts";
import * as views from "./views";
import * as watch from "./watch";
import * as why from "./why";
import * as window from "./window";

/** The endpoints, in groups. Their order is the order of the description. */
export const GROUPS = {
  alerts,
  audit,
  trends,
  events,
  findings,
  verdicts,
  judge,
  thresholds,
  models,
  watch,
  imports,
  sessions,
  window,
  block,
  sessionEdit,
  views,
  plan,
  checkpoints,
  conversation,
  cost,
  policies,
  project,
  runtime,
  mcp,
  replays,
  modelCalls,
  otlp,
  telemetry,
  jobs,
  lanes,
  compactions,
  streams,
  ledger,
  why,
  facts,
  incidents,
  shares,
  deletion,
  people,
  grants,
  passkeys,
  projects,
  service,
};

export type GroupName = keyof typeof GROUPS;

/** The names of the endpoints among what a group's file exports. */
export type OperationIn<Group> = {
  [Name in keyof Group]: Group[Name] extends { readonly method: string; readonly path: string }
    ? Name
    : never;
}[keyof Group];

type DeclaredIn<Group> = Group extends unknown ? Group[OperationIn<Group>] : never;

export type DeclaredRoute = DeclaredIn<(typeof GROUPS)[GroupName]>;

/** Every endpoint of the API with the name of its operation and its group. */
export const OPERATIONS: readonly (readonly [name: string, endpoint: Endpoint, group: GroupName])[] =
  Object.entries(GROUPS).flatMap(([group, declared]) =>
    Object.entries(declared)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => [name, endpoint, group as GroupName] as const),
  );

export const ENDPOINTS: readonly Endpoint[] = OPERATIONS.map(([, endpoint]) => endpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value
  );
}
