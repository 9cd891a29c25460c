import type { SeriesPoint } from "@/lib/view/answers";
import { makeAddress } from "@/lib/api/request/request";
import { mapFreeTexts } from "@/lib/api/free-texts";
import type { PlacedText } from "@/lib/incident/texts";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { readFullText } from "@/lib/core/trace/fold/recording";
import { isToolName } from "@/lib/incident/texts";
import { listFreeMarks, showMasks } from "@/lib/core/marks";
import type { Masking, ShownHit } from "@/lib/redaction/mask";
import { indexMarks, maskTexts } from "@/lib/redaction/mask";
import { parsePublicId } from "@/lib/db/session-id";
import { makeSeriesCard } from "@/lib/view/incident/card";
import { findView } from "@/lib/view/views";
import type { SessionReadPath } from "@/lib/api/request/request";
import { mapPlaceTexts, listViewReads } from "@/lib/view/views/place";
import { isProgramWord } from "@/lib/view/share/program-words";
import type { ViewSnapshot } from "@/lib/view/share/view-snapshot";
import { SHARED_ID } from "@/lib/view/share/view-snapshot";
import type { FrozenRead, FrozenView } from "./freeze-view";

const NO_TOOLS: ReadonlySet<string> = new Set();
const TOOL = /(?:^|\.)tool(?:Name|s)?(?:\.\*)?$|^byTool\.\*\.name$/;
const NAMING = /(^|\.)(id|blockId|blocks\.id\.\*)$/;

/**
 * A view for others: secrets and personal data are masked, or the whole text of the trace is left out. Without content
 * every text becomes a number. Equal texts get equal numbers, so that related parts can still be seen.
 * @param recording is searched as a whole, because a view may show only a part of a value
 */
export async function redactView(
  view: FrozenView,
  recording: Recording,
  { content, ...masking }: Omit<Masking, "beside" | "marks"> & { readonly content: "off" | "masked" },
): Promise<{ snapshot: ViewSnapshot; hits: ShownHit[]; marks: ReadonlyMap<string, number> }> {
  const rename = makeRenamer(view);
  const reads = view.reads.map((one) => ({ ...one, answer: stripRelations(one) }));
  const { texts, naming } = listTexts({ ...view, reads });
  const beside = recording.session.blocks.map((block, i) => ({
    place: `block ${i}`,
    text: readFullText(recording, block) ?? "",
  }));
  const free = listFreeMarks(texts.map(({ text }) => text));
  const { masked, hits } =
    content === "off"
      ? { masked: [], hits: [] }
      : await maskTexts(texts, { ...masking, beside, marks: free });
  const marks = indexMarks(free, hits);
  const told = listFigureNames(recording);
  const tools = content === "off" ? await listToolNames(recording, masking) : NO_TOOLS;
  const secret = content === "off" ? listAllTools(recording).filter((name) => !tools.has(name)) : [];
  const numbers = new Map(texts.map(({ text }, i) => [text, `#${i + 1}`]));
  const maskedBy = keepDistinct(
    new Map(texts.map(({ text }, i) => [text, masked[i] ?? text])),
    naming,
    marks,
  );
  const change = (endpoint: SessionReadPath | null, text: string, path: string): string => {
    if (path.endsWith("href")) return "#";
    const renamed = rename(text);
    if (renamed !== text) return renamed;
    if (content === "masked") return maskedBy.get(text) ?? text;
    // A sentence of the program may name a tool.
    const isOwn = isProgramWord(endpoint, path, text, told) && !secret.some((name) => text.includes(name));
    const stays = isOwn || (TOOL.test(path) && tools.has(text));
    return stays ? text : (numbers.get(text) ?? "#");
  };
  const place = mapPlaceTexts(view.place, (text, at) => showMasks(change(null, text, at), marks), rename);
  const facts = { ...view.facts, results: view.facts.results.map(rename) };
  const frozenReads = listViewReads(place, SHARED_ID, facts);
  const renamed = new Map(
    listViewReads(view.place, view.session.id, view.facts).map(({ read }, i) => [
      makeAddress(read),
      frozenReads[i]?.read ?? read,
    ]),
  );
  const changed = reads.map(({ read, route, answer }) => ({
    name: read.name,
    read: renamed.get(makeAddress(read.read)) ?? read.read,
    answer: mapFreeTexts(route.response, answer, (text, at) => change(read.read.path, text, at)),
  }));
  const pageInput = Object.fromEntries(
    changed.flatMap(({ name, answer }) => (name === null ? [] : [[name, answer]])),
  );
  const title = titleOf(pageInput, place, content);
  const points = (pageInput.turns as { turns: readonly SeriesPoint[] }).turns;
  return {
    hits,
    marks,
    snapshot: {
      version: 2,
      kind: "view",
      title,
      content,
      place,
      given: pageInput,
      answers: changed.map(({ read, answer }) => ({ read, answer })),
      card: makeSeriesCard(title, points),
    },
  };
}

function listAllTools({ session }: Recording): string[] {
  return [...new Set(session.blocks.flatMap(({ toolName }) => toolName ?? []))];
}

/** The names of the tools, without those in which something would be masked. */
async function listToolNames(
  recording: Recording,
  masking: Omit<Masking, "beside" | "marks">,
): Promise<ReadonlySet<string>> {
  const names = listAllTools(recording).filter(isToolName);
  const texts = names.map((text) => ({ text, place: "name of a tool" }));
  const { masked } = await maskTexts(texts, { ...masking, reveal: new Set() });
  return new Set(names.filter((name, i) => masked[i] === name));
}

function listFigureNames({ session }: Recording): ReadonlySet<string> {
  return new Set(
    session.records.flatMap(({ event }) =>
      event.type === "gate.checked" ? Object.keys(event.numbers ?? {}) : [],
    ),
  );
}

function stripRelations({ read, answer }: FrozenRead): unknown {
  if (read.name !== "session") return answer;
  return {
    ...(answer as object),
    parentId: null,
    parentExternalId: null,
    parentToolCallId: null,
    forkedFrom: null,
    copied: null,
    children: [],
    ...("source" in (answer as object) && {
      source: describeSource((answer as { source: { format: string } | null }).source),
    }),
  };
}

function describeSource(source: { format: string } | null): object | null {
  return source === null ? null : { format: source.format, file: null };
}

/**
 * A share must not contain the ids of sessions and replays, because they are addresses for members of the
 * project.
 */
function makeRenamer({ session, place }: FrozenView): (id: string) => string {
  const names = new Map([[session.id, SHARED_ID]]);
  const run = new URLSearchParams(place.search).get("run");
  if (place.view === "replay" && run !== null) names.set(run, SHARED_ID);
  let sessions = 0;
  return (text) => {
    if (!names.has(text) && parsePublicId(text) !== null) names.set(text, `${SHARED_ID}-${++sessions}`);
    return names.get(text) ?? text;
  };
}

function listTexts({ place, reads }: Pick<FrozenView, "place" | "reads">): {
  texts: PlacedText[];
  naming: Set<string>;
} {
  const placed = new Map<string, string>();
  const naming = new Set<string>();
  const take = (text: string, at: string) => {
    if (!placed.has(text)) placed.set(text, at);
    return text;
  };
  for (const { read, route, answer } of reads)
    mapFreeTexts(route.response, answer, (text, at) => {
      if (NAMING.test(at)) naming.add(text);
      return take(text, `${read.name ?? "detail"}, ${at}`);
    });
  mapPlaceTexts(place, take, (id) => id);
  return { texts: [...placed].map(([text, at]) => ({ text, place: at })), naming };
}

/** Names are told apart, and without marks, because addresses hold them too. */
function keepDistinct(
  masked: ReadonlyMap<string, string>,
  naming: ReadonlySet<string>,
  marks: ReadonlyMap<string, number>,
): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    [...masked].map(([text, marked]) => {
      if (!naming.has(text) || marked === text) return [text, marked];
      const to = showMasks(marked, marks);
      let name = to;
      for (let n = 2; taken.has(name); n++) name = `${to}${n}`;
      taken.add(name);
      return [text, name];
    }),
  );
}

function titleOf(
  pageInput: Record<string, unknown>,
  { view, of }: ViewSnapshot["place"],
  content: string,
): string {
  const { name, externalId } = pageInput.session as { name: string | null; externalId: string };
  const at = view === "turn" ? `${findView(view).title} ${of}` : findView(view).title;
  return `${content === "off" ? "Session" : (name ?? externalId)}: ${at}`;
}
