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
export function findWorst(cases: readonly GateCase[]): GateOutcome {
  const verdicts = new Set(cases.map(({ verdict }) => verdict));
  return (["fail", "unknown", "pass"] as const).find((verdict) => verdicts.has(verdict)) ?? "unknown";
}

export function writeGateLines(cases: readonly GateCase[]): string[] {
  return cases.flatMap(({ name, verdict, limits, missing, problem, link }) => {
    const width = Math.max(0, ...limits.map(({ limit }) => limit.length));
    return [
      `${GATE_SIGNS[verdict]} ${name}: ${problem ?? verdict}`,
      ...limits.flatMap((one) => [
        `    ${signOf(one)} ${one.limit.padEnd(width)}  ${describeFoundCount(one)}, at most ${one.atMost}`,
        ...listExamples(one).map((text) => `        ${text}`),
      ]),
      ...missing.map((signal) => `    ? ${describeMissing(signal)}`),
      ...(link === undefined || verdict === "pass" ? [] : [`    ${link}`]),
    ];
  });
}

function signOf({ kept, found }: GateLimit): string {
  return kept ? GATE_SIGNS.pass : found === null ? GATE_SIGNS.unknown : GATE_SIGNS.fail;
}

/** The form does not change within a version. */
export function writeGateJson(gate: string, cases: readonly GateCase[]): string {
  return `${JSON.stringify({ version: 1, gate, verdict: findWorst(cases), cases }, null, 2)}\n`;
}

/** A suite for each session, a test for each limit and each required signal. */
export function writeGateJunit(gate: string, cases: readonly GateCase[]): string {
  const suites = cases.map((one) => {
    const tests = listTests(one);
    const [failures, errors] = ["failure", "error"].map(
      (kind) => tests.filter((test) => test.kind === kind).length,
    );
    return [
      `  <testsuite name="${escapeXml(one.name)}" tests="${tests.length}" failures="${failures}" errors="${errors}"${writeTime(one)}>`,
      ...(one.link === undefined
        ? []
        : [`    <properties><property name="link" value="${escapeXml(one.link)}" /></properties>`]),
      ...tests.map((test) => testCase(gate, test)),
      "  </testsuite>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(gate)}">`,
    ...suites,
    "</testsuites>\n",
  ].join("\n");
}

function writeTime({ seconds }: GateCase): string {
  return seconds === undefined ? "" : ` time="${seconds.toFixed(3)}"`;
}

interface JunitTest {
  readonly name: string;
  readonly kind: "passed" | "failure" | "error";
  readonly message: string;
}

function listTests({ verdict, limits, missing, problem, link }: GateCase): JunitTest[] {
  const at = link === undefined ? "" : ` ${link}`;
  const tests = [
    ...limits.map((one): JunitTest => ({
      name: one.limit,
      kind: one.kept ? "passed" : one.found === null ? "error" : "failure",
      message: `${[`${describeFoundCount(one)}, at most ${one.atMost}`, ...listExamples(one)].join("; ")}.${at}`,
    })),
    ...missing.map((signal): JunitTest => ({
      name: signal,
      kind: "error",
      message: `${describeMissing(signal)}.${at}`,
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
  const head = `    <testcase classname="${escapeXml(gate)}" name="${escapeXml(name)}"`;
  return kind === "passed" ? `${head} />` : `${head}><${kind} message="${escapeXml(message)}" /></testcase>`;
}

export function listExamples({ examples, found }: GateLimit): string[] {
  const shown = (examples ?? []).map(({ code, turn }) => `${code} at turn ${turn}`);
  const more = (found ?? 0) - shown.length;
  return shown.length > 0 && more > 0 ? [...shown, `and ${more} more`] : shown;
}

export function describeFoundCount({ found }: GateLimit): string {
  return found === null ? "not known" : `found ${Number(found.toPrecision(4))}`;
}

export function describeMissing(signal: string): string {
  return `the source does not show ${signal}, which the contract requires`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Names come from traces, and XML allows no control characters. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
