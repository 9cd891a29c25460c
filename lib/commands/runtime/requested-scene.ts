import type { StepOf } from "@/lib/access/step-of";
import { readMessages } from "@/lib/commands/project/read-messages";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Message } from "@/lib/policies/contract/message";
import { readNewestWindow } from "@/lib/queries/reading/newest-window";
import type { ManifestStep, PlanManifest } from "@/lib/runtime/manifest";
import { makeResultId, buildRuntimeScene, buildWindowOfMessages } from "@/lib/runtime/scene";
import type { RequestedSession } from "./requested-session";
import { beginNeeds, readRememberedNeeds, type RememberedNeeds } from "./remembered";

const NOTHING: RememberedNeeds = { blocks: [], needs: new Map() };

/** The window that a question is about: the messages that are about to be sent, or the newest one of the session. */
export interface RequestedScene {
  readonly scene: Recording;
  readonly remembered: RememberedNeeds;
}

/**
 * The window of a question, with what the session remembers of needs by their names.
 * @throws AppError `invalid_body` where there are neither messages nor a session
 */
export async function readRequestedScene({
  ctx: { db },
  input: { session, body, names },
}: StepOf<
  "db",
  {
    readonly session: RequestedSession | null;
    readonly body: { readonly messages?: readonly unknown[] | undefined; readonly system?: unknown };
    readonly names: readonly string[];
  }
>): Promise<RequestedScene> {
  const needsRead =
    session === null ? null : await beginNeeds({ ctx: { db }, input: { session, needs: names } });
  const read =
    body.messages === undefined
      ? null
      : readMessages({ system: body.system, messages: [...body.messages] }).messages;
  const textsByResult = new Map(
    (read ?? []).flatMap(({ toolCallId, text }) =>
      toolCallId === undefined ? [] : [[makeResultId(toolCallId), text] as const],
    ),
  );
  const remembered =
    session === null || needsRead === null
      ? NOTHING
      : await readRememberedNeeds({
          ctx: { db },
          input: { session, named: needsRead, standing: textsByResult },
        });
  return { scene: await buildWindowAsked(db, session, read, remembered), remembered };
}

/** If a step needs another step, also that step's outputs. */
export function listNames({
  plan: { steps },
  step: { needs },
}: {
  readonly plan: PlanManifest;
  readonly step: ManifestStep;
}): string[] {
  return needs.flatMap((need) => [need, ...(steps.find(({ id }) => id === need)?.outputs ?? [])]);
}

async function buildWindowAsked(
  db: Database,
  session: RequestedSession | null,
  messages: readonly Message[] | null,
  { blocks }: RememberedNeeds,
): Promise<Recording> {
  if (messages !== null) {
    const knownIds = new Set(blocks.map(({ id }) => id));
    return buildRuntimeScene(buildWindowOfMessages(messages, knownIds), blocks);
  }
  if (session === null) {
    const message = "expected messages, or a session whose newest window is meant";
    throw new AppError("invalid_body", `messages: ${message}`, [
      { path: "messages", code: "missing", message },
    ]);
  }
  return buildRuntimeScene(await readNewestWindow(db, session.key), blocks);
}
