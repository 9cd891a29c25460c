import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/**
 * Who may import whom. A folder may import itself, the folders of its row, and packages; the rows of the two
 * pure layers also name their packages. There are no exceptions. A room that needs little of another names the files or the
 * folders that it needs.
 */
const LAW: Record<string, { readonly folders: readonly string[]; readonly packages?: readonly RegExp[] }> = {
  "lib/language": { folders: [], packages: [] },
  "lib/core": {
    folders: ["lib/language"],
    packages: [/^zod$/, /^gpt-tokenizer/, /^node:crypto$/, /^json5$/],
  },
  "lib/policies": { folders: ["lib/core"], packages: [/^zod$/] },
  "lib/replay": { folders: ["lib/core", "lib/policies"], packages: [/^zod$/] },
  "lib/incident": { folders: ["lib/core", "lib/replay"], packages: [/^zod$/] },
  "lib/runtime": { folders: ["lib/core", "lib/policies"], packages: [] },
  "lib/view": {
    folders: [
      "lib/api/request",
      "lib/core",
      "lib/incident",
      "lib/policies/contract/configuration.ts",
      "lib/replay",
    ],
    packages: [/^nuqs\/server$/, /^diff$/, /^d3-array$/, /^js-yaml$/, /^smol-toml$/],
  },
  "lib/importers": { folders: ["lib/core"], packages: [/^zod$/, /^js-yaml$/] },
  "lib/errors.ts": { folders: [] },
  "lib/fair-gate.ts": { folders: [], packages: [] },
  "lib/rounds.ts": { folders: [], packages: [] },
  "lib/agent-folders.ts": { folders: [], packages: [/^node:(fs|os|path)$/] },
  "lib/answering-process.ts": { folders: ["lib/program.mjs"], packages: [/^node:child_process$/] },
  "lib/metrics.ts": { folders: [], packages: [/^prom-client$/] },
  "lib/tracing.ts": { folders: [], packages: [/^@opentelemetry\/api$/] },
  "lib/env.ts": { folders: ["lib/core/plain-issues.ts"], packages: [/^zod$/] },
  "lib/api": {
    folders: ["lib/core", "lib/errors.ts", "lib/incident", "lib/replay"],
    packages: [/^zod$/],
  },
  "lib/db": { folders: ["lib/core", "lib/metrics.ts", "lib/rounds.ts"] },
  "lib/redaction": {
    folders: ["lib/core", "lib/incident"],
    packages: [
      /^@secretlint\//,
      /^libphonenumber-js\//,
      /^(?:validator|ipaddr\.js)$/,
      /^node:(crypto|zlib)$/,
    ],
  },
  "lib/judge": {
    folders: ["lib/core", "lib/db", "lib/env.ts"],
    packages: [/^zod$/, /^openai$/, /^@anthropic-ai\/sdk$/],
  },
  "lib/alerts": { folders: ["lib/core"], packages: [/^ipaddr\.js$/, /^node:(crypto|dns|http|https|net)$/] },
  "lib/access": {
    folders: ["lib/api", "lib/core", "lib/db", "lib/env.ts", "lib/errors.ts", "lib/fair-gate.ts"],
  },
  "lib/http": {
    folders: [
      "lib/access",
      "lib/api",
      "lib/core",
      "lib/db/away.ts",
      "lib/db/client.ts",
      "lib/db/disk-room.mjs",
      "lib/db/session-id.ts",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/metrics.ts",
      "lib/rounds.ts",
      "lib/tracing.ts",
    ],
  },
  "lib/jobs": { folders: ["lib/api", "lib/db", "lib/errors.ts"] },
  "lib/pipeline": {
    folders: [
      "lib/agent-folders.ts",
      "lib/api/endpoint.ts",
      "lib/api/endpoints",
      "lib/api/limits",
      "lib/core",
      "lib/db",
      "lib/errors.ts",
      "lib/fair-gate.ts",
      "lib/http",
      "lib/importers",
      "lib/jobs",
      "lib/judge/judge-tasks.ts",
      "lib/judge/judged-findings.ts",
      "lib/metrics.ts",
      "lib/rounds.ts",
      "lib/tracing.ts",
    ],
  },
  "lib/queries": {
    folders: [
      "lib/access",
      "lib/agent-folders.ts",
      "lib/api",
      "lib/answering-process.ts",
      "lib/core",
      "lib/db",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/fair-gate.ts",
      "lib/incident/incident.ts",
      "lib/incident/snapshot.ts",
      "lib/incident/texts.ts",
      "lib/incident/incident-source.ts",
      "lib/jobs/looked-at.ts",
      "lib/jobs/saved",
      "lib/judge/ask.ts",
      "lib/judge/judge-settings.ts",
      "lib/judge/judge-tasks.ts",
      "lib/judge/judged-findings.ts",
      "lib/judge/questions",
      "lib/judge/read-answer.ts",
      "lib/metrics.ts",
      "lib/policies/contract",
      "lib/policies/registry.ts",
      "lib/redaction/classes.ts",
      "lib/redaction/custom.ts",
      "lib/redaction/detector.ts",
      "lib/redaction/find-hits.ts",
      "lib/redaction/mask.ts",
      "lib/replay/caveats.ts",
      "lib/replay/choose-policy.ts",
      "lib/replay/comparisons.ts",
      "lib/replay/proposal.ts",
      "lib/replay/recommend.ts",
      "lib/replay/search-choices.ts",
      "lib/rounds.ts",
      "lib/view",
    ],
  },
  "lib/commands": {
    folders: [
      "lib/access",
      "lib/alerts/address.ts",
      "lib/alerts/payload.ts",
      "lib/alerts/send.ts",
      "lib/api",
      "lib/client/restart-messages.ts",
      "lib/core",
      "lib/db",
      "lib/demo",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/http/read-body.ts",
      "lib/importers/choose.ts",
      "lib/importers/convert-files.ts",
      "lib/importers/otel/records-of.ts",
      "lib/importers/otel/spans/record.ts",
      "lib/importers/reading",
      "lib/incident/clock.ts",
      "lib/incident/lost-blocks.ts",
      "lib/incident/pins.ts",
      "lib/incident/snapshot.ts",
      "lib/incident/incident-source.ts",
      "lib/jobs/add-jobs.ts",
      "lib/jobs/job.ts",
      "lib/jobs/saved",
      "lib/judge",
      "lib/pipeline/analyse",
      "lib/pipeline/receive",
      "lib/pipeline/worker",
      "lib/policies",
      "lib/queries",
      "lib/redaction/custom.ts",
      "lib/redaction/mask.ts",
      "lib/replay",
      "lib/runtime",
      "lib/view/cost/cost-lines.ts",
      "lib/view/sessions/view-query.ts",
      "lib/view/story/story-words.ts",
    ],
  },
  "lib/routes": {
    folders: [
      "lib/access/write-context.ts",
      "components/share",
      "lib/api",
      "lib/commands",
      "lib/db/client.ts",
      "lib/db/notices/hub.ts",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/http",
      "lib/metrics.ts",
      "lib/pipeline",
      "lib/queries",
      "lib/view",
      "package.json",
    ],
  },
  "lib/proxy": {
    folders: [
      "lib/client/asker.ts",
      "lib/client/conversations.ts",
      "lib/client/files.ts",
      "lib/client/index.ts",
      "lib/client/outbox.ts",
      "lib/client/printable.ts",
      "lib/core/plain-issues.ts",
      "lib/importers",
      "lib/program.mjs",
      "lib/server/guard.ts",
    ],
    packages: [/^zod$/, /^node:/],
  },
  "lib/server": {
    folders: [
      "lib/access/network.ts",
      "lib/api/endpoints",
      "lib/api/request",
      "lib/commands",
      "lib/db/away.ts",
      "lib/db/client.ts",
      "lib/db/say-failure.ts",
      "lib/db/schema-state.ts",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/fair-gate.ts",
      "lib/http",
      "lib/jobs",
      "lib/answering-process.ts",
      "lib/metrics.ts",
      "lib/pipeline",
      "lib/program.mjs",
      "lib/queries/metrics",
      "lib/queries/ingestion/supervised-processes.ts",
      "lib/rounds.ts",
      "lib/routes",
      "lib/tracing.ts",
    ],
  },
  // What agents load imports nothing: its command reads and writes files, and types cost nothing.
  "lib/client": {
    folders: [],
    packages: [/^node:(async_hooks|crypto|fs|fs\/promises|module|os|path|util)$/],
  },
  "lib/demo": { folders: ["lib/core"] },
  "lib/cli": {
    folders: [
      "lib/access",
      "lib/agent-folders.ts",
      "lib/api",
      "lib/client/gate-files.ts",
      "lib/client/gate-report.ts",
      "lib/client/printable.ts",
      "lib/commands",
      "lib/core",
      "lib/db",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/importers",
      "lib/pipeline",
      "lib/queries",
      "lib/replay",
      "lib/view",
    ],
  },
  components: {
    folders: ["lib/api/later", "lib/api/request", "lib/core", "lib/incident", "lib/replay", "lib/view"],
  },
  app: {
    folders: [
      "components",
      "lib/access/passkey-host.ts",
      "lib/api",
      "lib/db/client.ts",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/http",
      "lib/queries",
      "lib/routes",
      "lib/view",
      "package.json",
    ],
  },
};

/** The rooms of the domain: they know no framework, no clock and no randomness. */
const PURE = ["lib/core", "lib/policies", "lib/replay", "lib/incident", "lib/runtime"];

/** Tests and fixtures may import anything; nothing else may import them. */
const TESTING = "lib/testing";

const root = process.cwd();
const sources = ["lib", "components", "app"]
  .flatMap((folder) => filesBelow(folder))
  .filter((file) => /\.(tsx?|mts)$/.test(file) && !file.includes("/generated/"));
const product = sources.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith(`${TESTING}/`));

const productSet = new Set(product);

describe("the import law", () => {
  it("has a row for every room", () => {
    expect(product.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  it("is kept", () => {
    expect(product.flatMap(breaches)).toEqual([]);
  });

  it("allows nothing that nobody needs", () => {
    const needed = new Map<string, Set<string>>();
    for (const file of product) {
      const room = roomOf(file) ?? "";
      needed.set(
        room,
        new Set([...(needed.get(room) ?? []), ...importsOf(file).map(({ target }) => target)]),
      );
    }
    const idle = Object.entries(LAW).flatMap(([room, { folders }]) =>
      folders.flatMap((place) =>
        [...(needed.get(room) ?? [])].some((target) => target === place || target.startsWith(`${place}/`))
          ? []
          : [`${room}: ${place}`],
      ),
    );
    expect(idle).toEqual([]);
  });

  it("has no folders that import each other, directly or around", () => {
    const folders = new Map<string, string[]>();
    for (const file of product)
      for (const { target, isPackage } of importsOf(file)) {
        const [from, to] = [path.dirname(file), folderOf(target)];
        if (!isPackage && from !== to) folders.set(from, [...(folders.get(from) ?? []), to]);
      }
    expect(circlesIn(folders)).toEqual([]);
  });

  it("has no files that import each other, directly or around, not even for their types", () => {
    const targets = new Map(
      product.map((file) => [file, importsOf(file).flatMap(({ target }) => fileOf(target))]),
    );
    expect(circlesIn(targets)).toEqual([]);
  });

  it("keeps no file that nobody imports, and exports no name that stands nowhere else", () => {
    const everywhere = ["lib", "components", "app", "bench", "e2e", "examples", "prisma"]
      .flatMap(filesBelow)
      .filter((file) => /\.(?:tsx?|mts|mjs)$/.test(file))
      .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
    const words = new Map<string, number>();
    for (const { text } of everywhere)
      for (const [word] of text.matchAll(/\w+/g)) words.set(word, (words.get(word) ?? 0) + 1);
    const exported = (text: string) =>
      [...text.matchAll(/^export [a-z* ]+? (\w+)/gm)].flatMap(([, n]) => n ?? []);
    const unused = everywhere.flatMap(({ file, text }) =>
      productSet.has(file) && !file.startsWith("app/")
        ? exported(text)
            .filter((name) => words.get(name) === 1)
            .map((name) => `${file}: ${name}`)
        : [],
    );
    const reached = new Set(
      everywhere.flatMap(({ file }) => importsOf(file).flatMap(({ target }) => fileOf(target))),
    );
    // A package names its program as it is once compiled.
    const named = (file: string) =>
      [path.basename(file), `./${path.basename(file).replace(/ts$/, "js")}`].some((name) =>
        everywhere.some(({ text }) => text.includes(name)),
      );
    const alone = product.filter((file) => !file.startsWith("app/") && !reached.has(file) && !named(file));
    expect([...alone, ...unused]).toEqual([]);
  });

  it("lets no component format: models give words, and only a time needs the reader's own zone", () => {
    const formatting = product.filter(
      (file) =>
        file.startsWith("components/") &&
        (importsOf(file).some(({ target }) => target === "lib/view/format/format.ts") ||
          /\btoLocale\w*String\b|\bIntl\./.test(readFileSync(path.join(root, file), "utf8"))),
    );
    expect(formatting).toEqual(["components/ui/time.tsx"]);
  });

  it("lets components see types of the domain only", () => {
    const values = product
      .filter((file) => file.startsWith("components/"))
      .flatMap((file) =>
        importsOf(file).flatMap((i) =>
          !i.typeOnly &&
          PURE.some((room) => i.target.startsWith(`${room}/`)) &&
          !i.target.startsWith("lib/core/vocabulary")
            ? `${file} imports ${i.target}`
            : [],
        ),
      );
    expect(values).toEqual([]);
  });
});

function breaches(file: string): string[] {
  const room = roomOf(file);
  const law = room === undefined ? undefined : LAW[room];
  if (room === undefined || law === undefined) return [];
  return importsOf(file).flatMap(({ target, isPackage }) => {
    const allowed = isPackage
      ? law.packages === undefined || law.packages.some((name) => name.test(target))
      : [room, ...law.folders].some((place) => target === place || target.startsWith(`${place}/`));
    return allowed ? [] : [`${file} imports ${target}`];
  });
}

function roomOf(file: string): string | undefined {
  return Object.keys(LAW).find((room) => file === room || file.startsWith(`${room}/`));
}

function importsOf(file: string): { target: string; isPackage: boolean; typeOnly: boolean }[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm,
  );
  return [...statements].map((match) => {
    const name = match[2] ?? match[3] ?? "";
    const typeOnly = match[1] !== undefined;
    if (name.startsWith("@/")) return { target: resolve(name.slice(2)), isPackage: false, typeOnly };
    if (name.startsWith("."))
      return { target: resolve(path.join(path.dirname(file), name)), isPackage: false, typeOnly };
    return { target: name, isPackage: true, typeOnly };
  });
}

function folderOf(target: string): string {
  return ["", ".ts", ".tsx", ".mts"].some((ending) => sources.includes(`${target}${ending}`))
    ? path.dirname(target)
    : target;
}

function fileOf(target: string): string[] {
  const endings = ["", ".ts", ".tsx", ".mts", "/index.ts", "/index.tsx"];
  return endings
    .map((ending) => `${target}${ending}`)
    .filter((file) => productSet.has(file))
    .slice(0, 1);
}

function circlesIn(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const settled = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (settled.has(file) || path.includes(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    settled.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return circles;
}

function resolve(target: string): string {
  return sources.includes(`${target}.ts`) ? `${target}.ts` : target;
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}
