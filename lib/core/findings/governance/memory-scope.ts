import { readNamedValues } from "../../governance/named-values";
import type { MemoryScope } from "../../governance/memory-scopes";
import { isWithin, normalisePath } from "../../governance/paths";
import { readFullText } from "../../trace/fold/recording";
import type { SourceKind } from "../../vocabulary";
import { getFindingKind } from "../kinds";
import { fileActs } from "../../evidence/file-acts";
import type { FindingInput, FindingRule } from "../rule/rule";
import { isStated, memoriesOf, makeMemoryCase, nameOfMemory } from "./memories";

const GROUPS: Readonly<Record<string, string>> = {
  project: "place",
  projectid: "place",
  repository: "place",
  repo: "place",
  workspace: "place",
  package: "place",
  directory: "place",
  cwd: "place",
  workdir: "place",
  workingdirectory: "place",
  projectname: "place",
  username: "user",
  user: "user",
  userid: "user",
  tenant: "tenant",
  organization: "tenant",
  team: "tenant",
  branch: "branch",
  gitbranch: "branch",
  currentbranch: "branch",
  customer: "customer",
  customerid: "customer",
  client: "customer",
  account: "customer",
  accountid: "customer",
};
const LAID_DOWN: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "user_goal",
  "user_message",
  "state_summary",
]);
/** A name with a verb is the rest of a sentence. */
const SENTENCE = /\s(?:is|was|are|were|has|had|will|can|does|did)\s/;
const TEXT_CHARS_READ = 20_000;

export const memoryWrongScope: FindingRule = {
  ...getFindingKind("memory.wrong_scope"),
  *find(input) {
    const memories = memoriesOf(input).filter(({ record }) =>
      record.scopes.some(({ name }) => name !== null && !SENTENCE.test(name)),
    );
    if (memories.length === 0) return;
    const kinds = new Set(memories.flatMap(({ record }) => record.scopes.map(({ kind }) => kind)));
    const session = new SessionScope(input, kinds);
    for (const memory of memories) {
      const { scopes } = memory.record;
      if (scopes.some((scope) => session.isWithin(scope))) continue;
      const [wrong] = scopes.flatMap((scope) => {
        const ownScope = session.findOtherScope(scope);
        return ownScope === null ? [] : [{ ...scope, own: ownScope }];
      });
      if (wrong === undefined) continue;
      const declared = session.findTagThatSays(wrong);
      yield makeMemoryCase(
        memory,
        `${nameOfMemory(memory)} holds for the ${wrong.kind} "${wrong.name ?? ""}" and stands in the window of turn ${memory.turn}; the session works in "${wrong.own}".`,
        declared !== null && isStated(memory)
          ? { claims: [{ is: "declared", event: "session.started", turn: 0, says: [declared] }] }
          : { suspected: true },
      );
    }
  },
};

class SessionScope {
  private readonly named = new Map<string, Set<string>>();
  private readonly files: readonly string[];
  private readonly said: string;
  private readonly tags: readonly string[];

  constructor(input: FindingInput, kinds: ReadonlySet<string>) {
    const { session, recording, index } = input;
    const { meta } = session;
    const texts = session.blocks.flatMap((block, number) =>
      LAID_DOWN.has(block.kind) && index.listResidencies(number).length > 0
        ? [(readFullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ)]
        : [],
    );
    for (const text of [...texts, ...meta.tags])
      for (const { name, value, led } of readNamedValues(text)) {
        const group = GROUPS[name] ?? (led === 0 && kinds.has(name) ? name : undefined);
        if (group !== undefined && value.length <= 80)
          this.named.set(group, (this.named.get(group) ?? new Set()).add(value));
      }
    this.tags = meta.tags;
    this.files = fileActs(input.recording).map(({ path }) => normalisePath(path));
    this.said = [...texts, ...meta.tags, meta.name ?? "", ...this.files].join("\n").toLowerCase();
  }

  /** The tag by which the session's sender says in which other one it works; `null` where only a text says so. */
  findTagThatSays({ kind, own }: { readonly kind: string; readonly own: string }): string | null {
    const group = GROUPS[kind] ?? kind;
    const says = (tag: string) =>
      readNamedValues(tag).some(({ name, value }) => GROUPS[name] === group && value === own);
    return this.tags.find(says) ?? null;
  }

  isWithin({ kind, name }: MemoryScope): boolean {
    if (name === null || (GROUPS[kind] === undefined && !this.named.has(kind))) return kind === "global";
    return says(this.said, name.toLowerCase()) || says(this.said, getLastPart(name));
  }

  findOtherScope({ kind, name }: MemoryScope): string | null {
    const group = GROUPS[kind] ?? kind;
    if (name === null) return null;
    const scopeNames = [...(this.named.get(group) ?? [])];
    const otherName = scopeNames.find((scopeName) => scopeName.toLowerCase() !== name.toLowerCase());
    if (otherName !== undefined) return otherName;
    const [file] = this.files;
    const isFolder = kind === "directory" || (kind === "package" && name.includes("/"));
    return isFolder && file !== undefined && !this.files.some((path) => isWithin(path, normalisePath(name)))
      ? file
      : null;
  }
}

const NAME_CHARS_MIN = 5;

function says(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + 1)) {
    if (name.length >= NAME_CHARS_MIN) return true;
    const around = `${text[at - 1] ?? " "}${text[at + name.length] ?? " "}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

function getLastPart(name: string): string {
  return normalisePath(name.toLowerCase()).split("/").at(-1) ?? name;
}
