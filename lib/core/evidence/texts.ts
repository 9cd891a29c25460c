import type { Recording } from "../trace/fold/recording";
import { fullText } from "../trace/fold/recording";
import type { Residency } from "../trace/session";
import type { StatedField } from "./fields";
import { fieldsOf } from "./fields";
import { BLOCK_CHARS_MAX } from "./values/limits";
import { normalSpelling } from "./values/spelling";

const OTHER_CHARS_MIN = 4;
const OTHERS_MAX = 100;

/** Texts in normal spelling, and their fields. Each text is read once. */
export class PlainTexts {
  private readonly normals = new Map<string, string>();
  private readonly fields = new Map<number, readonly StatedField[]>();
  private subjects: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  work = 0;

  constructor(private readonly recording: Recording) {}

  /** As it was written, up to the limit of one block. */
  shown({ block, version }: Pick<Residency, "block" | "version">): string {
    const text = this.recording.textOf(this.recording.session.blocks[block]?.versions[version]) ?? "";
    return text.slice(0, BLOCK_CHARS_MAX);
  }

  normal(residency: Pick<Residency, "block" | "version">): string {
    const name = `${residency.block} ${residency.version}`;
    const known = this.normals.get(name);
    if (known !== undefined) return known;
    const read = this.shown(residency);
    this.work += read.length;
    const normal = normalSpelling(read);
    this.normals.set(name, normal);
    return normal;
  }

  fieldsOf(block: number): readonly StatedField[] {
    const known = this.fields.get(block);
    if (known !== undefined) return known;
    const text = this.full(block);
    this.work += text.length;
    const fields = fieldsOf(text);
    this.fields.set(block, fields);
    return fields;
  }

  isOnlyOne({ key, subject }: StatedField): boolean {
    this.subjects ??= this.allSubjects();
    const all = this.subjects.get(key);
    return all === undefined || [...all].every((one) => one === (subject ?? ""));
  }

  othersOf({ key, subject }: StatedField): readonly string[] {
    this.subjects ??= this.allSubjects();
    const others = [...(this.subjects.get(key) ?? [])];
    return others.filter((one) => one !== subject && one.length >= OTHER_CHARS_MIN).slice(0, OTHERS_MAX);
  }

  private allSubjects(): ReadonlyMap<string, ReadonlySet<string>> {
    const subjects = new Map<string, Set<string>>();
    for (const [number, { kind }] of this.recording.session.blocks.entries()) {
      if (kind !== "tool_result" && kind !== "retrieval") continue;
      for (const { key, subject } of this.fieldsOf(number)) {
        const known = subjects.get(key) ?? new Set();
        subjects.set(key, known.add(subject ?? ""));
      }
    }
    return subjects;
  }

  full(block: number): string {
    const facts = this.recording.session.blocks[block];
    return facts === undefined ? "" : (fullText(this.recording, facts) ?? "").slice(0, BLOCK_CHARS_MAX);
  }
}
