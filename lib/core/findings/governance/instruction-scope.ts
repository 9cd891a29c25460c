import { normalisePath, getFolder, isWithin } from "../../governance/paths";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import { fileActs } from "../../evidence/file-acts";
import type { FindingInput, FindingRule } from "../rule/rule";
import { buildGoneClaims } from "../evidence/need-claims";

const FILES_MAX = 50;
const CASES_MAX = 20;
const ARGUMENT_CHARS_READ = 20_000;

export const instructionsOutOfScope: FindingRule = {
  ...getFindingKind("instructions.out_of_scope"),
  *find(input) {
    const files = listInstructionFiles(input).slice(0, FILES_MAX);
    if (files.length < 2) return;
    const touched = [
      ...new Set((yield* fileActs.inSteps(input.recording)).map(({ path }) => normalisePath(path))),
    ];
    const usedFiles = new Set(files.filter((file) => touched.some((path) => holdsFor(file, path))));
    if (usedFiles.size === 0) return;
    for (const file of files) {
      const residency = input.index.listResidencies(file.number)[0];
      if (usedFiles.has(file) || residency === undefined || residency.mode === "reference") continue;
      if (isNamedByCall(input, file)) continue;
      const block = input.session.blocks[file.number]?.id ?? "";
      yield {
        from: residency.from,
        to: residency.from,
        blocks: [block],
        numbers: { files: touched.length },
        sentence: `The rules of ${file.path} stand in the window from turn ${residency.from} on, and none of the ${touched.length} files that the session read or changed is in "${file.folder}".`,
        proof: { view: "block", block },
        claims: [{ is: "stands", block, turn: residency.from, mode: residency.mode }],
      };
    }
  },
};

function isNamedByCall({ session, recording }: FindingInput, { folder }: InstructionFile): boolean {
  return session.blocks.some((block) => {
    if (block.kind !== "tool_call") return false;
    const args = (readFullText(recording, block) ?? "").slice(0, ARGUMENT_CHARS_READ);
    const at = folder === "" ? -1 : args.indexOf(folder);
    return at >= 0 && !/[\w-]/.test(args[at - 1] ?? "") && !/[\w-]/.test(args[at + folder.length] ?? "");
  });
}

export const instructionsNearestAbsent: FindingRule = {
  ...getFindingKind("instructions.nearest_absent"),
  *find(input) {
    const { session, index } = input;
    const files = listInstructionFiles(input).slice(0, FILES_MAX);
    if (files.length === 0) return;
    const stands = (number: number, turn: number) => {
      const residency = index.standing.findAt(number, turn);
      return residency !== undefined && residency.mode !== "reference";
    };
    const seenPaths = new Set<string>();
    for (const { path, turn, block } of (yield* fileActs.inSteps(input.recording)).filter(
      ({ writes }) => writes,
    )) {
      const plain = normalisePath(path);
      const nearest = findNearest(files, plain);
      if (nearest === undefined || index.turn(turn)?.window.known !== true) continue;
      const sameFiles = files.filter(({ path: otherPath }) => otherPath === nearest.path);
      if (sameFiles.some(({ number }) => stands(number, turn)) || seenPaths.has(nearest.path)) continue;
      if (seenPaths.size >= CASES_MAX) return;
      seenPaths.add(nearest.path);
      const lastResidency = index
        .listResidencies(nearest.number)
        .findLast(({ to }) => to !== null && to < turn);
      const otherFile = findNearest(
        files.filter(({ number }) => stands(number, turn)),
        plain,
      );
      yield {
        from: turn,
        to: turn,
        blocks: [session.blocks[nearest.number]?.id ?? [], session.blocks[block]?.id ?? []].flat(),
        numbers: {},
        sentence: `${path} was changed at turn ${turn} without ${nearest.path} in the window, the rules nearest to it; ${lastResidency === undefined ? "they had not come in yet" : `they had left after turn ${lastResidency.to ?? turn}`}${otherFile === undefined ? "" : `, and those of ${otherFile.path} stood there`}.`,
        proof: { view: "turn", turn },
        claims: [
          {
            is: "count",
            n: 1,
            of: { in: "made", from: turn, to: turn, block: session.blocks[block]?.id },
          },
          ...sameFiles.slice(0, CASES_MAX).flatMap(({ number }) => buildGoneClaims(input, number, turn)),
        ],
      };
    }
  },
};

const NAMES =
  /^(?:agents?|claude|gemini|qwen|codex|copilot-instructions|context|conventions)(?:\.local|\.override)?\.md$|^\.(?:cursorrules|clinerules|windsurfrules|roorules|rules)$|\.mdc$|\.instructions\.md$/i;
const HOLDERS =
  /\/?(?:\.github(?:\/instructions)?|\.cursor\/rules|\.claude(?:\/rules)?|\.clinerules|\.gemini|\.codex|\.roo\/rules|\.windsurf\/rules|docs)$/;
/** A user's own settings hold for everything that the user does. */
const PERSONAL = /(?:^~|^\/root|^\/(?:home|Users)\/[^/]+)\/\.[^/]+(?:\/|$)/;

interface InstructionFile {
  readonly number: number;
  readonly path: string;
  readonly folder: string;
}

function listInstructionFiles({ session }: Pick<FindingInput, "session">): InstructionFile[] {
  return session.blocks.flatMap((block, number): InstructionFile[] => {
    if (block.kind !== "repository_instructions") return [];
    const namedPath = block.origin?.path ?? block.label;
    if (
      namedPath === null ||
      !NAMES.test(namedPath.slice(namedPath.replaceAll("\\", "/").lastIndexOf("/") + 1))
    )
      return [];
    const path = normalisePath(namedPath);
    return PERSONAL.test(path) ? [] : [{ number, path, folder: getFolder(path).replace(HOLDERS, "") }];
  });
}

function holdsFor({ folder }: InstructionFile, path: string): boolean {
  return isWithin(path, folder);
}

function findNearest(files: readonly InstructionFile[], path: string): InstructionFile | undefined {
  let nearest: InstructionFile | undefined;
  for (const file of files)
    if (holdsFor(file, path) && (nearest === undefined || file.folder.length > nearest.folder.length))
      nearest = file;
  return nearest;
}
