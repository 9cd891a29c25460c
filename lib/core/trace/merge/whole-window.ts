import type { TurnIndex } from "../../units";
import type { BlockStatement, WindowEntryStatement } from "../blocks-schema";
import type { TraceEvent } from "../event";
import { indexSession, listWindow } from "../lookup";
import type { Recording } from "../fold/recording";
import type { Residency } from "../session";

type Entry = Exclude<WindowEntryStatement, string>;

/**
 * The windows of a recording, written out in full: an event can state a window as a change of the one before, which means
 * nothing once the event stands elsewhere.
 */
export class WholeWindows {
  private readonly statements = new Map<string, BlockStatement>();

  constructor(
    private readonly recording: Recording,
    events: readonly TraceEvent[],
  ) {
    for (const event of events)
      for (const block of listStatedBlocks(event))
        if (this.statements.get(block.id)?.content === undefined) this.statements.set(block.id, block);
  }

  at(turn: TurnIndex): { entries: Entry[] } {
    return {
      entries: listWindow(indexSession(this.recording.session), turn).map((residency) =>
        this.makeEntry(residency),
      ),
    };
  }

  getStatement(id: string): BlockStatement | undefined {
    return this.statements.get(id);
  }

  private makeEntry({ block: number, version, mode, reference }: Residency): Entry {
    const block = this.recording.session.blocks[number];
    if (block === undefined) throw new Error(`there is no block ${number}`);
    const { content: _content, ...known } = this.statements.get(block.id) ?? {
      id: block.id,
      kind: block.kind,
    };
    const text = this.recording.textOf(block.versions[version]);
    return {
      ...known,
      kind: block.kind,
      ...(text !== null && { content: text }),
      ...(mode !== "full" && { mode }),
      ...(reference !== null && mode !== "full" && { reference }),
    };
  }
}

/** The blocks that an event states with their kind, be it in a window or as output. */
export function listStatedBlocks(event: TraceEvent): BlockStatement[] {
  if (event.type === "block.recorded") return [event.block];
  if (event.type !== "turn.recorded") return [];
  const { entries = [], append = [], change = [], insert = [] } = event.window ?? {};
  const statements = [...entries, ...append, ...change, ...insert.flatMap((run) => run.entries)];
  return [...statements.flatMap(readDefinition), ...(event.output ?? [])];
}

function readDefinition(entry: WindowEntryStatement): BlockStatement[] {
  if (typeof entry === "string" || entry.kind === undefined) return [];
  const { mode = "full", reference: _reference, kind, content, ...rest } = entry;
  return [{ ...rest, kind, ...(mode === "full" && content !== undefined && { content }) }];
}
