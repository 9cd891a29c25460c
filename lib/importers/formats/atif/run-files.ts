import { addToGroup } from "@/lib/core/group-by";
import type { ImportFile } from "../../reading/importer";
import { cutStem } from "../../reading/importer";
import { makeUnheardReport } from "../../reading/report";
import { findId } from "../../shared/bounds";
import { anyKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { readDocument, recordsOf } from "../../shared/values";
import { ATIF_STEP, ATIF_TRAJECTORY } from "./records";
import { readNames, readReferences } from "./steps";

interface Named {
  readonly file: ImportFile;
  readonly names: readonly string[];
  readonly refers: readonly (readonly string[])[];
  readonly next: string | undefined;
}

/** Which files of a folder go on from another one, or hold the trajectory of a sub-agent of another one. */
export class RunFiles {
  private readonly byName = new Map<string, Named[]>();
  private readonly parts = new Set<ImportFile>();

  private constructor(private readonly known: readonly Named[]) {
    for (const one of known) for (const name of one.names) addToGroup(this.byName, name, one);
    for (const { file, next, refers } of known)
      for (const part of [this.next(file, next), ...refers.map((names) => this.find(file, names))])
        if (part !== undefined) this.parts.add(part);
  }

  static async of(files: readonly ImportFile[]): Promise<RunFiles> {
    const known: Named[] = [];
    for (const file of files.length > 1 ? files : []) {
      const doc = await readDocument(file, makeUnheardReport(), anyKeys({}));
      if (doc !== null) known.push(readNamed(file, doc));
    }
    return new RunFiles(known);
  }

  /** Whether another file says that this one belongs to it. */
  isPart(file: ImportFile): boolean {
    return this.parts.has(file);
  }

  /** The file that a trajectory says it goes on in. */
  next(owner: ImportFile, path: unknown): ImportFile | undefined {
    return typeof path === "string" ? this.find(owner, [path]) : undefined;
  }

  find(owner: ImportFile, names: readonly string[]): ImportFile | undefined {
    for (const name of names) {
      const named = (this.byName.get(name) ?? []).filter(({ file }) => file !== owner);
      const [only] = named.length === 1 ? named : this.known.filter(({ file }) => isAt(file, name, owner));
      if (only !== undefined) return only.file;
    }
    return undefined;
  }
}

function readNamed(file: ImportFile, doc: Loose): Named {
  const {
    trajectory_id: own,
    session_id: run,
    steps,
    continued_trajectory_ref: next,
  } = ATIF_TRAJECTORY.of(doc);
  const names = [own, run].flatMap((name) => name ?? []);
  const refers = recordsOf(steps).flatMap((step) => readReferences(ATIF_STEP.of(step)).map(readNames));
  return { file, names, refers, next: findId(next) };
}

/** Files of one run can be kept under a name before their own. */
function isAt(file: ImportFile, path: string, owner: ImportFile): boolean {
  const wanted = readBase(path);
  const own = readBase(file.name);
  if (file === owner || !own.endsWith(wanted)) return false;
  const before = own.slice(0, own.length - wanted.length);
  return cutStem(path) !== "" && readBase(owner.name).startsWith(before);
}

function readBase(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
