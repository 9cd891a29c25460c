export type GateOutcome = "pass" | "fail" | "unknown";

/** One limit of a gate, and whether it is kept. `found` is `null` where the figure is not known. */
export interface GateLimit {
  readonly limit: string;
  readonly atMost: number;
  readonly found: number | null;
  readonly kept: boolean;
  /** The first findings that break it, where it is about findings. */
  readonly examples?: readonly { readonly code: string; readonly turn: number }[] | null;
}

export interface GateCase {
  readonly name: string;
  readonly verdict: GateOutcome;
  readonly limits: readonly GateLimit[];
  /** What a contract requires and the source does not show. */
  readonly missing: readonly string[];
  /** Why nothing can be told; `null` where something can. */
  readonly problem: string | null;
  /** Where a person reads on. */
  readonly link?: string;
  /** How long the answer took, in seconds. */
  readonly seconds?: number;
}

/** How a command ends: a program asks for these numbers. */
export const GATE_EXIT_CODES = { pass: 0, fail: 1, unknown: 2 } as const;
const GATE_SIGNS = { pass: "✓", fail: "✗", unknown: "?" } as const;

/** `unknown` without any verdict. */
export function worstOf(cases: readonly GateCase[]): GateOutcome {
  const verdicts = new Set(cases.map(({ verdict }) => verdict));
  return (["fail", "unknown", "pass"] as const).find((verdict) => verdicts.has(verdict)) ?? "unknown";
}

export function gateLines(cases: readonly GateCase[]): string[] {
  return cases.flatMap(({ name, verdict, limits, missing, problem, link }) => {
    const width = Math.max(0, ...limits.map(({ limit }) => limit.length));
    return [
      `${GATE_SIGNS[verdict]} ${name}: ${problem ?? verdict}`,
      ...limits.flatMap((one) => [
        `    ${signOf(one)} ${one.limit.padEnd(width)}  ${foundText(one)}, at most ${one.atMost}`,
        ...examplesOf(one).map((text) => `        ${text}`),
      ]),
      ...missing.map((signal) => `    ? ${missingText(signal)}`),
      ...(link === undefined || verdict === "pass" ? [] : [`    ${link}`]),
    ];
  });
}

function signOf({ kept, found }: GateLimit): string {
  return kept ? GATE_SIGNS.pass : found === null ? GATE_SIGNS.unknown : GATE_SIGNS.fail;
}

/** The form does not change within a version. */
export function gateJson(gate: string, cases: readonly GateCase[]): string {
  return `${JSON.stringify({ version: 1, gate, verdict: worstOf(cases), cases }, null, 2)}\n`;
}

/** A suite for each session, a test for each limit and each required signal. */
export function gateJunit(gate: string, cases: readonly GateCase[]): string {
  const suites = cases.map((one) => {
    const tests = testsOf(one);
    const [failures, errors] = ["failure", "error"].map(
      (kind) => tests.filter((test) => test.kind === kind).length,
    );
    return [
      `  <testsuite name="${escaped(one.name)}" tests="${tests.length}" failures="${failures}" errors="${errors}"${timeOf(one)}>`,
      ...(one.link === undefined
        ? []
        : [`    <properties><property name="link" value="${escaped(one.link)}" /></properties>`]),
      ...tests.map((test) => testCase(gate, test)),
      "  </testsuite>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(gate)}">`,
    ...suites,
    "</testsuites>\n",
  ].join("\n");
}

function timeOf({ seconds }: GateCase): string {
  return seconds === undefined ? "" : ` time="${seconds.toFixed(3)}"`;
}

interface JunitTest {
  readonly name: string;
  readonly kind: "passed" | "failure" | "error";
  readonly message: string;
}

function testsOf({ verdict, limits, missing, problem, link }: GateCase): JunitTest[] {
  const at = link === undefined ? "" : ` ${link}`;
  const tests = [
    ...limits.map((one): JunitTest => ({
      name: one.limit,
      kind: one.kept ? "passed" : one.found === null ? "error" : "failure",
      message: `${[`${foundText(one)}, at most ${one.atMost}`, ...examplesOf(one)].join("; ")}.${at}`,
    })),
    ...missing.map((signal): JunitTest => ({
      name: signal,
      kind: "error",
      message: `${missingText(signal)}.${at}`,
    })),
  ];
  const isSaid = verdict === "pass" || tests.some(({ kind }) => kind !== "passed");
  return isSaid && tests.length > 0
    ? tests
    : [
        ...tests,
        {
          name: "verdict",
          kind: verdict === "pass" ? "passed" : "error",
          message: problem ?? `${verdict}.${at}`,
        },
      ];
}

function testCase(gate: string, { name, kind, message }: JunitTest): string {
  const head = `    <testcase classname="${escaped(gate)}" name="${escaped(name)}"`;
  return kind === "passed" ? `${head} />` : `${head}><${kind} message="${escaped(message)}" /></testcase>`;
}

export function examplesOf({ examples, found }: GateLimit): string[] {
  const shown = (examples ?? []).map(({ code, turn }) => `${code} at turn ${turn}`);
  const more = (found ?? 0) - shown.length;
  return shown.length > 0 && more > 0 ? [...shown, `and ${more} more`] : shown;
}

export function foundText({ found }: GateLimit): string {
  return found === null ? "not known" : `found ${Number(found.toPrecision(4))}`;
}

export function missingText(signal: string): string {
  return `the source does not show ${signal}, which the contract requires`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Names come from traces, and XML allows no control characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
