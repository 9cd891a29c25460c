import { z } from "zod";
import { holdsAtMost } from "@/lib/core/count-values";
import { readOptions, type OptionNote } from "@/lib/policies/contract/options";
import type { Policy } from "@/lib/policies/contract/policy";
import { findPolicy, POLICIES } from "@/lib/policies/registry";
import { withPinning } from "@/lib/policies/wrappers/pinning";
import { withRecitation } from "@/lib/policies/wrappers/recitation";
import { withRestoration } from "@/lib/policies/wrappers/restoration";
import { RECORDED } from "./recorded";

/** The most values of a policy's options, more than any vendor's configuration holds with its lists. */
const OPTION_VALUES_MAX = 20_000;

/** A policy as a caller names it. `options` are the vendor's configuration as in the vendor's own files. */
export const policyChoiceSchema = z
  .strictObject({
    kind: z.string().min(1).max(200).describe("the policy's name, as the list of policies gives it"),
    version: z.string().max(200).optional().describe("the newest that is known where it is left out"),
    options: z
      .record(z.string(), z.json())
      .refine((options) => holdsAtMost(options, OPTION_VALUES_MAX), {
        error: `must hold at most ${OPTION_VALUES_MAX} values`,
      })
      .default({})
      .describe("the options, as the vendor's own configuration writes them"),
    pin: z
      .union([z.boolean(), z.array(z.string().max(512)).max(10_000)])
      .default(false)
      .describe("what unexecuted plan steps need may not leave; a list names further blocks or calls"),
    restore: z.boolean().default(false).describe("only what leaves a reference may leave"),
    recite: z.boolean().default(false).describe("the plan re-enters as the newest content of every request"),
  })
  .meta({ id: "PolicyChoice" });
export type PolicyChoice = z.infer<typeof policyChoiceSchema>;

export type ChosenPolicy =
  | {
      readonly ok: true;
      readonly policy: Policy | null;
      readonly unpinned: Policy | null;
      readonly options: unknown;
      readonly pins: readonly string[];
      readonly warnings: readonly OptionNote[];
    }
  | { readonly ok: false; readonly problems: readonly OptionNote[] };

export function listKnownKinds(): string[] {
  return [RECORDED.kind, ...new Set(POLICIES.map(({ kind }) => kind))];
}

export function choosePolicy(choice: PolicyChoice): ChosenPolicy {
  const { kind, version, options, pin, restore, recite } = choice;
  if (kind === RECORDED.kind) return chooseRecorded(choice);
  const found = findPolicy(kind, version);
  if (found === undefined) return { ok: false, problems: [noteUnknownPolicy(kind, version)] };
  const reading = readOptions(found, options);
  if (!reading.ok) return { ok: false, problems: reading.problems.map((note) => explainNote(note, found)) };
  const isPinned = pin === true || (Array.isArray(pin) && pin.length > 0);
  const refusal = isPinned ? (found.cannotPin?.(options) ?? null) : null;
  if (refusal !== null)
    return {
      ok: false,
      problems: [{ path: "pin", message: `${found.title} cannot honour pins: ${refusal}` }],
    };
  const listWrappers = (pins: boolean) =>
    [
      ...(restore ? [withRestoration] : []),
      ...(pins ? [withPinning] : []),
      ...(recite ? [withRecitation] : []),
    ].reduce((policy, wrap) => wrap(policy), found);
  return {
    ok: true,
    policy: listWrappers(isPinned),
    unpinned: isPinned ? listWrappers(false) : null,
    options,
    pins: Array.isArray(pin) ? pin : [],
    warnings: reading.warnings.map(({ path, message }) => ({ path: `options.${path}`, message })),
  };
}

/** A recording cannot be changed, so wrappers are refused. */
function chooseRecorded({ pin, restore, recite }: PolicyChoice): ChosenPolicy {
  const wrappers = [
    ["pin", pin === true || (Array.isArray(pin) && pin.length > 0)],
    ["restore", restore],
    ["recite", recite],
  ] as const;
  const problems = wrappers
    .filter(([, isAsked]) => isAsked)
    .map(([path]) => ({ path, message: "the recording is as it was: name a policy to change that" }));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, policy: null, unpinned: null, options: {}, pins: [], warnings: [] };
}

function noteUnknownPolicy(kind: string, version: string | undefined): OptionNote {
  const versions = POLICIES.filter((policy) => policy.kind === kind).map((policy) => policy.version);
  return versions.length > 0
    ? { path: "version", message: `${kind} has no version ${version}; known are ${versions.join(", ")}` }
    : { path: "kind", message: `no policy is called ${kind}; known are ${listKnownKinds().join(", ")}` };
}

/** The path is the vendor's own name for the option, as in the vendor's documentation. */
function explainNote({ path, message }: OptionNote, { vendor, title }: Policy): OptionNote {
  const term = path.split(/[.[]/).at(0) ?? path;
  return {
    path: path === "" ? "options" : `options.${path}`,
    message: `${message} (${vendor} documents it as \`${term}\` of ${title})`,
  };
}
