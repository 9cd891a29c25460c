import { addToGroup } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { findSplicedNames } from "./spliced-names";
import { splitAddress, collectUrls } from "./references";

/** A shorter part does not tell where it was taken from. */
const PART_CHARS_MIN = 4;

export const splicedReference: FindingRule = {
  ...getFindingKind("reference.spliced"),
  *find(input) {
    yield* findSplicedUrls(input);
    yield* findSplicedNames(input);
  },
};

function* findSplicedUrls(input: FindingInput): Iterable<Case | undefined> {
  const { known, cited } = yield* collectUrls(input);
  const owners = indexPartOwners(known);
  const above = listPagesAbove(known);
  const seenUrls = new Set<string>();
  for (const { url, block, turn } of cited) {
    if (known.has(url) || seenUrls.has(url) || above.has(url)) continue;
    const [host = "", ...path] = splitAddress(url);
    if (path.length === 0) continue;
    const sources = findSplice(host, path, owners);
    if (sources === null) continue;
    seenUrls.add(url);
    const { first, second, part } = sources;
    const claims = buildSplicedClaims(input, { url, block, turn }, sources, known);
    if (claims.length === 0) continue;
    yield {
      from: turn,
      to: turn,
      blocks: [block, known.get(first), known.get(second)].flatMap((no) =>
        no === undefined ? [] : (input.session.blocks[no]?.id ?? []),
      ),
      numbers: { parts: path.length + 1 },
      sentence: `"${url}" stands in nothing that the session took in; turn ${turn} names it, with the host of "${first}" and the part "${part}" of "${second}".`,
      proof: { view: "block", block: input.session.blocks[block]?.id ?? "", value: url },
      claims,
    };
  }
}

/** Two addresses of a session: one has the host, the other the part. */
interface Splice {
  readonly first: string;
  readonly second: string;
  readonly part: string;
}

/** The model wrote the address, no window up to then said it, and each source stood before with what was taken from it. */
function buildSplicedClaims(
  { session, recording, index }: FindingInput,
  { url, block, turn }: { readonly url: string; readonly block: number; readonly turn: number },
  { first: hostSource, second, part }: Splice,
  knownUrls: ReadonlyMap<string, number>,
): Claim[] {
  const use = session.blocks[block];
  if (use === undefined) return [];
  const sources = [hostSource, second];
  const standClaims = sources.flatMap((source): Claim[] => {
    const no = knownUrls.get(source) ?? -1;
    const from = index.listResidencies(no)[0]?.from;
    const id = session.blocks[no]?.id;
    return from === undefined || id === undefined || from > turn
      ? []
      : [{ is: "present", value: source, turn: from, block: id }];
  });
  const partBlock = knownUrls.get(second) ?? -1;
  const heldFrom = index.listResidencies(partBlock)[0]?.from;
  if (standClaims.length < sources.length || heldFrom === undefined) return [];
  const first = session.turns[0]?.index ?? 0;
  return [
    { is: "used", value: findWritten(readFullText(recording, use) ?? "", url), turn, block: use.id },
    { is: "absent", value: url, turn: first, until: turn },
    ...standClaims,
    { is: "present", value: part, turn: heldFrom, block: session.blocks[partBlock]?.id ?? "" },
  ];
}

/** What a call writes of an address that it hands over in parts: the end of its path. */
function findWritten(text: string, url: string): string {
  return text.includes(url) ? url : (splitAddress(url).at(-1) ?? url);
}

function indexPartOwners(knownUrls: ReadonlyMap<string, number>) {
  const hosts = new Map<string, string[]>();
  const segments = new Map<string, string[]>();
  for (const url of knownUrls.keys()) {
    const [host = "", ...path] = splitAddress(url);
    addToGroup(hosts, host, url);
    for (const segment of new Set(path)) addToGroup(segments, segment, url);
  }
  return { hosts, segments };
}

function findSplice(
  host: string,
  path: readonly string[],
  { hosts, segments }: ReturnType<typeof indexPartOwners>,
): Splice | null {
  const ofHost = hosts.get(host);
  if (ofHost?.[0] === undefined) return null;
  // One address that has every part may have been shortened or asked with a query: nothing was put together.
  if (ofHost.some((url) => hasParts(url, path))) return null;
  const significant = path.filter(({ length }) => length >= PART_CHARS_MIN);
  if (significant.length === 0 || path.some((part) => !segments.has(part))) return null;
  for (const part of significant.toReversed()) {
    const second = segments.get(part)?.find((url) => splitAddress(url).slice(1).includes(part));
    const first = ofHost.find((url) => url !== second);
    if (second !== undefined && first !== undefined) return { first, second, part };
  }
  return null;
}

function hasParts(url: string, path: readonly string[]): boolean {
  const parts = new Set(splitAddress(url));
  return path.every((part) => parts.has(part));
}

/** The pages above known ones. A link to one of them is not invented. */
function listPagesAbove(knownUrls: ReadonlyMap<string, number>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const url of knownUrls.keys()) {
    for (let end = url.lastIndexOf("/"); end > 8; end = url.lastIndexOf("/", end - 1))
      above.add(url.slice(0, end));
  }
  return above;
}
