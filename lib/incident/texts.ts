import type { Snapshot } from "./snapshot";

/** A free text of a snapshot, and where it stands. */
export interface PlacedText {
  readonly place: string;
  readonly text: string;
}

type Change = (text: string, place: string) => string;

/**
 * The snapshot with every text that came from a trace or a person put through `change`. What is left is numbers and words
 * of the program's own. One list for looking and for masking, so that nothing is masked in one and forgotten in the other.
 */
export function mapTexts(snapshot: Snapshot, change: Change): Snapshot {
  const maybe = (text: string | null, place: string) => (text === null ? null : change(text, place));
  const { session } = snapshot;
  return {
    ...snapshot,
    blocks: snapshot.blocks.map((block, i) => ({
      ...block,
      name: change(block.name, `name of block ${i}`),
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

/** Every free text of a snapshot, blocks first, in the order in which the model saw them. */
export function textsOf(snapshot: Snapshot): PlacedText[] {
  const texts: PlacedText[] = [];
  mapTexts(snapshot, (text, place) => {
    texts.push({ place, text });
    return text;
  });
  return texts;
}

/** The snapshot with structure and numbers only: no name and no text of the trace. What people wrote about it stays. */
export function withoutContent(snapshot: Snapshot): Snapshot {
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
    blocks: snapshot.blocks.map((block) => ({ ...block, name: block.kind.replaceAll("_", " "), text: null })),
  };
}
