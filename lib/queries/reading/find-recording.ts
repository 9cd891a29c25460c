import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Turn } from "@/lib/core/trace/session";
import type { TurnIndex } from "@/lib/core/units";
import { turnAt } from "@/lib/core/window/turn-at";
import type { Database } from "@/lib/db/client";
import { readRecording } from "@/lib/db/recordings/read-recording";
import { notFound } from "@/lib/errors";
import { findSession } from "./find-session";

/**
 * With all of its texts.
 * @throws AppError `not_found`
 */
export async function findRecording(db: Database, project: string, id: string): Promise<Recording> {
  return readRecording(db, await findSession(db, project, id));
}

/** Reads a session so that this process has it when it is asked about it. @throws AppError `not_found` */
export async function keepRecording(db: Database, project: string, id: string): Promise<null> {
  await findRecording(db, project, id);
  return null;
}

/**
 * The newest if none is requested.
 * @throws AppError `not_found` for an unknown turn, and for a session without turns
 */
export function turnAsked({ session }: Recording, turn: TurnIndex | undefined): Turn {
  const found = turn === undefined ? session.turns.at(-1) : turnAt(session.turns, turn);
  if (found === undefined) throw notFound(turn === undefined ? "a turn of the session" : `turn ${turn}`);
  return found;
}

export function turnRange({ session }: Recording): { firstTurn: TurnIndex; lastTurn: TurnIndex } {
  return { firstTurn: session.turns[0]?.index ?? 0, lastTurn: session.turns.at(-1)?.index ?? 0 };
}
