import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { hashContent } from "@/lib/core/hash";
import type { ImportFile } from "../../reading/importer";
import { cutStem } from "../../reading/importer";
import { nameIn } from "../../shared/bounds";
import { titleOf } from "../../shared/titles";
import { keepDefined } from "../../shared/values";
import { ClaudeCodeConversation } from "./conversation";
import type { SessionFamily } from "./family";
import type { Row } from "./row";
import { isMessage, titleIn } from "./row";

type Started = TraceEventOf<"session.started">;

interface Strand {
  readonly id: string;
  readonly key: string;
  readonly agentId: string | undefined;
  readonly conversation: ClaudeCodeConversation;
  first: Row | null;
}

const MAIN = "";
const SIDE_CALLS = /^a(compact|prompt_suggestion)-/;
const UNSEEN =
  "The system prompt, the tool schemas, CLAUDE.md, most reminders that hooks add and the files that are attached again after a compaction were in the window and are in no file.";
const UNSEEN_BY_SIDE_CALL =
  "This side call was made over its parent's window, which its own file does not repeat: only what was added to it is shown.";
const UNSEEN_BEFORE =
  "The first row of the file follows one that is not in it: what stood in the window before is not known, up to the first compaction.";

/**
 * The conversations of one file: the session, one of its agents, or both. An older version stores the rows of
 * agents among those of the session (`isSidechain` without an `agentId`). There one chain from its root is
 * one agent.
 */
export class ClaudeCodeSessionFile {
  private readonly strands = new Map<string, Strand>();
  private readonly roots = new Map<string, string>();
  private readonly titles = new Map<string, string>();

  constructor(
    private readonly file: {
      readonly name: string;
      readonly description: string | undefined;
      readonly format: string;
    },
    private readonly session: string,
    private readonly family: SessionFamily,
  ) {}

  take(row: Row): boolean {
    const title = titleIn(row);
    if (title !== undefined) this.titles.set(row.type, title);
    const key = row.agentId ?? (row.isSidechain ? this.rootOf(row) : MAIN);
    const strand = this.strands.get(key) ?? this.open(key, row);
    const isNew = strand.conversation.take(row);
    if (isMessage(row)) strand.first ??= row;
    this.family.note(row, strand.id);
    return isNew;
  }

  *end(): Generator<TraceEvent> {
    for (const strand of this.strands.values()) {
      const { conversation, first, agentId } = strand;
      if (first === null) continue;
      const isMain = strand.key === MAIN;
      const launch = isMain ? undefined : this.family.launchOf(agentId, conversation.prompt);
      const isSide = SIDE_CALLS.test(agentId ?? "");
      const name =
        (isMain ? this.title() : (launch?.description ?? this.file.description)) ?? conversation.prompt;
      yield* conversation.end({
        at: conversation.startedAt,
        name: titleOf(name) ?? first.fields.slug ?? strand.id,
        agent: nameIn(["Claude Code", first.fields.version].filter(Boolean).join(" ")) ?? "Claude Code",
        ...(conversation.model !== undefined && { model: conversation.model }),
        role: isMain ? "main" : isSide ? "side" : "subagent",
        ...(isMain && readFork(first, this.session)),
        ...(!isMain && { parent: launch?.parent ?? { session: this.session } }),
        source: { format: this.file.format, file: this.file.name },
        notes: [
          UNSEEN,
          ...(isSide ? [UNSEEN_BY_SIDE_CALL] : conversation.isContinued ? [UNSEEN_BEFORE] : []),
        ],
        attributes: readAttributes(first),
      });
    }
  }

  private open(key: string, row: Row): Strand {
    const { agentId } = row;
    const given = this.idOf({ key, agentId });
    const id = agentId === undefined ? given : this.family.claim(given, row);
    const strand: Strand = { id, key, agentId, conversation: new ClaudeCodeConversation(id), first: null };
    this.strands.set(key, strand);
    return strand;
  }

  private idOf({ key, agentId }: Pick<Strand, "key" | "agentId">): string {
    if (key === MAIN) return this.session;
    return `${this.session}:${agentId === undefined ? "sidechain" : "agent"}-${key}`;
  }

  private rootOf({ uuid, parentUuid }: Row): string {
    const root = this.roots.get(parentUuid ?? "") ?? uuid;
    this.roots.set(uuid, root);
    return root;
  }

  private title(): string | undefined {
    return this.titles.get("custom-title") ?? this.titles.get("ai-title") ?? this.titles.get("summary");
  }
}

/** A fork says it in each row that it copied. The file of a resumed session may begin with rows that are still of the earlier one. */
function readFork({ fields, sessionId }: Row, session: string): Pick<Started, "forkedFrom"> {
  const from = fields.forkedFrom.sessionId ?? sessionId;
  return from === undefined || from === session ? {} : { forkedFrom: { session: from } };
}

function readAttributes({ fields: { cwd, gitBranch, slug } }: Row): Record<string, string> {
  return keepDefined({ cwd, gitBranch, slug }) as Record<string, string>;
}

/** Makes a name for the session of a file whose rows name none. */
export function nameByFile({ name, sniff }: ImportFile): string {
  return `${cutStem(name)}-${hashContent(sniff.fingerprint).slice(0, 8)}`;
}
