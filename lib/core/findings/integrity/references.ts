import { isFailedResult } from "../../evidence/failure";
import { isShell, plainToolName } from "../../source/tool-words";
import { placeAsked } from "../../source/source";
import { readFullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import { pairCalls } from "../../window/call-pairs";
import type { FindingInput } from "../rule/rule";
import { parseJsonOrText, recordIn } from "../../source/arguments";

const URL_PATTERN = /https?:\/\/[^\s"'<>()[\]{}\\`|]+/g;
const READ_CHARS_MAX = 1_000_000;

/** What the model writes itself. All other kinds bring references in. */
const OWN: ReadonlySet<SourceKind> = new Set(["assistant_text", "thinking", "tool_call", "plan"]);

export interface Citation {
  readonly url: string;
  readonly block: number;
  readonly turn: number;
}

interface NamedUrls {
  /** What the session took in, with the block that first brought it. */
  readonly known: ReadonlyMap<string, number>;
  readonly cited: readonly Citation[];
}

/** A block per step, for a caller that has other work in between. */
export function* collectUrls({ session, recording }: FindingInput): Generator<undefined, NamedUrls> {
  const urlBlocks = new Map<string, number>();
  const cited: Citation[] = [];
  const pages = listPages({ session, recording });
  const { callOf } = pairCalls(session);
  const learnUrl = (url: string, no: number) => {
    if (!urlBlocks.has(url)) urlBlocks.set(url, no);
  };
  for (const [no, block] of session.blocks.entries()) {
    yield;
    const text = readFullText(recording, block);
    const page = pages.get(no);
    if (page !== undefined) {
      learnUrl(trimUrl(page), no);
      for (const url of findLinks(page, (text ?? "").slice(0, READ_CHARS_MAX))) learnUrl(trimUrl(url), no);
    }
    const askedUrls = listAskedUrls({ session, recording }, callOf.get(no));
    for (const url of findUrls(text, block)) {
      if (!OWN.has(block.kind)) {
        if (!askedUrls.has(url)) learnUrl(url, no);
      } else if (block.createdTurn !== null) cited.push({ url, block: no, turn: block.createdTurn });
    }
    if (block.kind === "tool_call" && block.createdTurn !== null)
      for (const url of joinUrls(text ?? "").map(trimUrl))
        cited.push({ url, block: no, turn: block.createdTurn });
  }
  return { known: urlBlocks, cited };
}

function listAskedUrls(
  { session, recording }: Pick<FindingInput, "session" | "recording">,
  call: number | undefined,
): ReadonlySet<string> {
  const block = session.blocks[call ?? -1];
  return new Set(block === undefined ? [] : findUrls(readFullText(recording, block), block));
}

function listPages({ session, recording }: Pick<FindingInput, "session" | "recording">): Map<number, string> {
  const pages = new Map<number, string>();
  for (const [result, call] of pairCalls(session).callOf) {
    const callBlock = session.blocks[call];
    const args = callBlock === undefined ? null : readFullText(recording, callBlock);
    const url = session.blocks[result]?.origin?.url ?? placeAsked(callBlock?.toolName ?? null, args ?? "");
    const page =
      url ??
      DOWNLOAD.exec(isShell(plainToolName(callBlock?.toolName ?? null)) ? (args ?? "") : "")?.[1] ??
      null;
    if (page !== null && /^https?:/i.test(page) && !isFailedResult(recording, result))
      pages.set(result, page);
  }
  return pages;
}

const DOWNLOAD =
  /\b(?:curl|wget|http|xh|aria2c|lynx|git clone)\b[^\n|;&]{0,200}?(https?:\/\/[^\s"'<>()[\]{}\\`|]+)/;
const LINKS =
  /(?:href\s*=\s*["']?|\]\(|(?<=[\s"'(<>]|^))((?:\.{0,2}\/|[?#]|[\w-]+\/)[^\s"'<>()\\`|]*|[\w-]+\.html?)/gm;
const LINKS_MAX = 20_000;

function findLinks(page: string, text: string): string[] {
  const found = [...text.matchAll(LINKS)].slice(0, LINKS_MAX);
  return found.flatMap(([, link = ""]) =>
    URL.canParse(link, page) ? new URL(link, page).href.replace(/#.*$/s, "") : [],
  );
}

function findUrls(text: string | null, { origin }: Block): string[] {
  const found = text?.slice(0, READ_CHARS_MAX).match(URL_PATTERN) ?? [];
  return [...found, origin?.url ?? []].flat().map(trimUrl);
}

export function trimUrl(url: string): string {
  return url.replace(/(?<![.,:;!?*_])[.,:;!?*_]+$/, "").replace(/\/$/, "");
}

/** The host and the parts of the path. One site answers with and without `www.`, in any case of its name. */
export function splitAddress(url: string): string[] {
  const rest = url.replace(/^https?:\/\//i, "").replace(/[?#].*$/s, "");
  const [host = "", ...path] = rest.split("/").filter((part) => part !== "");
  return host === "" ? [] : [host.toLowerCase().replace(/^www\.(?=[^.]+\.)/, ""), ...path];
}

const HOST_KEY = /^(?:base_?(?:url|uri)?|host(?:_?name)?|domain|origin|site|server)$/i;
const PAGE_KEY = /^(?:path(?:_?name)?|endpoint|route|page|resource)$/i;
const HOST = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/;

function joinUrls(args: string): string[] {
  const [host, page] = [getArgument(args, HOST_KEY), getArgument(args, PAGE_KEY)];
  if (host === null || page === null || !HOST.test(host)) return [];
  return [joinUrl(/^https?:/.test(host) ? host : `https://${host}`, page)];
}

function joinUrl(start: string, end: string): string {
  return `${start.replace(/\/{1,9}$/, "")}/${end.replace(/^\/{1,9}/, "")}`;
}

function getArgument(args: string, name: RegExp): string | null {
  const found = Object.entries(recordIn(parseJsonOrText(args)) ?? {}).find(
    ([key, argument]) => name.test(key) && typeof argument === "string" && argument.trim() !== "",
  );
  return typeof found?.[1] === "string" ? found[1].trim() : null;
}
