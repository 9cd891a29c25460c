import { block } from "./block";
import { checkpoints } from "./checkpoints";
import { cost } from "./cost";
import { evictions } from "./evictions";
import { facts } from "./facts";
import { incidentsView } from "./incidents";
import { ledger } from "./ledger";
import { overview } from "./overview";
import { plan } from "./plan";
import { read } from "./read";
import { replayView } from "./replay";
import { turn } from "./turn";
import type { AnswerAt, ApiRead, ReadPath } from "@/lib/api/request/request";
import type { askSession } from "./reads";
import type { SessionView, ShareRule } from "./view";
import { why } from "./why";

const ALL = [
  overview,
  read,
  turn,
  block,
  evictions,
  cost,
  ledger,
  plan,
  checkpoints,
  replayView,
  why,
  facts,
  incidentsView,
] as const;

export type ViewId = (typeof ALL)[number]["id"];

export type SharedViewId = Exclude<(typeof ALL)[number], { readonly share: null }>["id"];

type ReadsOf<Id extends ViewId> = ReturnType<Extract<(typeof ALL)[number], { readonly id: Id }>["reads"]> & {
  readonly session: ReturnType<typeof askSession>;
};

/** What a view is drawn from, on its page and in a share: its session, and the answers to its reads by their names. */
export interface DrawnView<Id extends ViewId> {
  readonly sessionId: string;
  /** The query of its address. */
  readonly search: string;
  readonly mayWrite: boolean;
  readonly input: {
    readonly [Name in keyof ReadsOf<Id>]: ReadsOf<Id>[Name] extends ApiRead<infer Path extends ReadPath>
      ? AnswerAt<Path>
      : never;
  };
}

export const SESSION_VIEWS: readonly SessionView<ViewId>[] = ALL;

export const SESSION_TABS = SESSION_VIEWS.filter(({ id, tab }) => id === tab);

export function findView<Id extends ViewId>(id: Id): SessionView<Id> {
  const view = SESSION_VIEWS.find((one): one is SessionView<Id> => one.id === id);
  if (view === undefined) throw new Error(`there is no view ${id}`);
  return view;
}

export function isShared(
  view: SessionView<ViewId>,
): view is SessionView<SharedViewId> & { readonly share: ShareRule } {
  return view.share !== null;
}

export interface SessionPath {
  readonly view: SessionView<ViewId>;
  readonly of: string;
}

/** The view at a path below `/sessions/{id}`, such as `/turns/12`; `null` when there is none. */
export function findViewAt(path: string): SessionPath | null {
  const match = /^(?:\/([a-z]+)(?:\/([^/]+))?)?\/?$/.exec(path);
  if (match === null) return null;
  const [, segment = "", of = ""] = match;
  const view = SESSION_VIEWS.find((one) => one.segment === segment);
  if (view === undefined || (view.of !== null) !== (of !== "")) return null;
  return { view, of: decodePart(of) };
}

/** The address of a view. It keeps the cursor at its turn, or follows the newest turn. */
export function makeViewHref(
  sessionId: string,
  { segment }: SessionView,
  turnAt: number | null,
  following = false,
): string {
  const cursor = following ? "?follow=1" : turnAt === null ? "" : `?turn=${turnAt}`;
  return `/sessions/${sessionId}${segment === "" ? "" : `/${segment}`}${cursor}`;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
