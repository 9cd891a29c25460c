import type { Snapshot, SnapshotBlock } from "./snapshot";

export interface PlacedText {
  readonly place: string;
  readonly text: string;
}

type Change = (text: string, place: string) => string;

/**
 * Applies `change` to every text that came from a trace or a person. The rest is numbers and the program's own words.
 * Search and masking share this list, so neither can forget a text.
 */
export function mapTexts(snapshot: Snapshot, change: Change): Snapshot {
  const maybe = (text: string | null, place: string) => (text === null ? null : change(text, place));
  const { session } = snapshot;
  return {
    ...snapshot,
    blocks: snapshot.blocks.map((block, i) => ({
      ...block,
      name: change(block.name, `name of block ${i}`),
      ...(block.toolName != null && { toolName: change(block.toolName, `tool of block ${i}`) }),
      text: maybe(block.text, `block ${i}`),
    })),
    title: change(snapshot.title, "title"),
    session: {
      ...session,
      name: maybe(session.name, "session name"),
      agent: maybe(session.agent, "agent"),
      model: maybe(session.model, "model"),
    },
    entries: snapshot.entries.map((entry, i) => ({
      ...entry,
      text: change(entry.text, `line ${i + 1} of the timeline`),
      plain: change(entry.plain, `line ${i + 1} of the timeline`),
      pin:
        entry.pin === null
          ? null
          : { ...entry.pin, text: change(entry.pin.text, `what line ${i + 1} of the timeline is pinned to`) },
    })),
    replays: snapshot.replays.map((replay, i) => ({
      ...replay,
      policies: replay.policies.map((policy) => ({
        ...policy,
        text: change(policy.text, `replay ${i + 1}`),
      })),
    })),
  };
}

/** Every free text of a snapshot: the blocks first, in the order that the model saw them. */
export function listIncidentTexts(snapshot: Snapshot): PlacedText[] {
  const texts: PlacedText[] = [];
  mapTexts(snapshot, (text, place) => {
    texts.push({ place, text });
    return text;
  });
  return texts;
}

/** As providers take them. Anything else that a trace calls a tool's name is a text. */
export function isToolName(text: string): boolean {
  return /^[\w.:/-]{1,64}$/.test(text);
}

function describeKind({ kind, toolName = null }: SnapshotBlock): string {
  const words = kind.replaceAll("_", " ");
  return toolName === null || !isToolName(toolName) ? words : `${words} of ${toolName}`;
}

/** Removes all names and texts of the trace. Structure, numbers, names of tools and people's own notes stay. */
export function stripContent(snapshot: Snapshot): Snapshot {
  return {
    ...snapshot,
    content: "off",
    session: { ...snapshot.session, name: null, agent: null, model: null },
    entries: snapshot.entries.map((entry) => ({
      ...entry,
      text: entry.plain,
      pin: entry.pin === null ? null : { ...entry.pin, text: entry.pin.plain },
    })),
    replays: snapshot.replays.map((replay) => ({
      ...replay,
      policies: replay.policies.map((policy) => ({ ...policy, text: policy.plain })),
    })),
    blocks: snapshot.blocks.map((block) => ({ ...block, name: describeKind(block), text: null })),
  };
}
