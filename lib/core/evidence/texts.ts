import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { Residency } from "../trace/session";
import type { StatedField } from "./fields";
import { readStatedFields } from "./fields";
import { BLOCK_CHARS_MAX } from "./values/limits";
import { normaliseSpelling } from "./values/spelling";

/** Texts in normal spelling, and their fields. Each text is read once. */
export class PlainTexts {
  private readonly normals = new Map<string, string>();
  private readonly fields = new Map<number, readonly StatedField[]>();
  work = 0;

  constructor(private readonly recording: Recording) {}

  /** The text as it was written, up to the limit of one block. */
  readShown({ block, version }: Pick<Residency, "block" | "version">): string {
    const text = this.recording.textOf(this.recording.session.blocks[block]?.versions[version]) ?? "";
    return text.slice(0, BLOCK_CHARS_MAX);
  }

  readNormal(residency: Pick<Residency, "block" | "version">): string {
    const name = `${residency.block} ${residency.version}`;
    const cached = this.normals.get(name);
    if (cached !== undefined) return cached;
    const shownText = this.readShown(residency);
    this.work += shownText.length;
    const normal = normaliseSpelling(shownText);
    this.normals.set(name, normal);
    return normal;
  }

  readFieldsOf(block: number): readonly StatedField[] {
    const cached = this.fields.get(block);
    if (cached !== undefined) return cached;
    const text = this.readFull(block);
    this.work += text.length;
    const fields = readStatedFields(text);
    this.fields.set(block, fields);
    return fields;
  }

  readFull(block: number): string {
    const facts = this.recording.session.blocks[block];
    return facts === undefined ? "" : (readFullText(this.recording, facts) ?? "").slice(0, BLOCK_CHARS_MAX);
  }
}
