import type { Endpoint } from "../endpoint";
import * as deletion from "./deletion";
import * as events from "./events";
import * as imports from "./import";
import * as incidents from "./incidents";
import * as lanes from "./lanes";
import * as modelCalls from "./model-calls";
import * as otlp from "./otlp";
import * as plan from "./plan";
import * as questions from "./questions";
import * as people from "./people";
import * as projects from "./projects";
import * as service from "./service";
import * as sessions from "./sessions";
import * as shares from "./shares";
import * as telemetry from "./telemetry";

/** Every route of the API. A test holds the files below app/ to this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  events,
  imports,
  modelCalls,
  otlp,
  telemetry,
  sessions,
  lanes,
  plan,
  questions,
  incidents,
  shares,
  deletion,
  people,
  projects,
  service,
].flatMap((group) => Object.values(group).filter((value): value is Endpoint => isEndpoint(value)));

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value
  );
}
