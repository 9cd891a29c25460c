import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "./project.mjs";

/** The schema after the newest migration. */
export const MIGRATED = path.join(ROOT, "prisma/migrated.prisma");

/**
 * For whoever changes the schema: nothing of this is part of the program that runs. The SQL that takes the newest migration to the current schema file, empty when they agree. The server at `url` is asked
 * for its version only.
 * @param {string} url
 */
export async function computePendingSql(url) {
  const before = fs.existsSync(MIGRATED) ? fs.readFileSync(MIGRATED, "utf8") : null;
  if (before === readSchema()) return "";
  const result = await runWithEngine(url, (engine) =>
    engine.diff({
      from:
        before === null
          ? { tag: "empty" }
          : { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: before }] },
      to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: readSchema() }] },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return result.stdout ?? "";
}

function readSchema() {
  return fs.readFileSync(path.join(ROOT, "prisma/schema.prisma"), "utf8");
}

/**
 * @template T
 * @param {string} url @param {(engine: any) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function runWithEngine(url, work) {
  const [{ PrismaPg }, { makePool }, SchemaEngine] = await Promise.all([
    import("@prisma/adapter-pg"),
    import("../../db/connections.mjs"),
    loadEngine(),
  ]);
  const pool = makePool({ url, purpose: "migration" });
  try {
    const datamodels = [["schema.prisma", readSchema()]];
    return await work(await SchemaEngine.new({ datamodels }, () => {}, bindAdapter(new PrismaPg(pool))));
  } finally {
    await pool.end();
  }
}

/**
 * The engine takes each answer of the database as an object that says whether it succeeded. Here a failure is thrown at once.
 * @param {InstanceType<typeof import("@prisma/adapter-pg").PrismaPg>} factory
 */
function bindAdapter(factory) {
  const { adapterName, provider } = factory;
  const connect = async () => {
    const connection = await factory.connect();
    return answer({
      ...{ adapterName, provider },
      /** @param {Parameters<typeof connection.queryRaw>} asked */
      queryRaw: async (...asked) => answer(await connection.queryRaw(...asked)),
      dispose: async () => answer(await connection.dispose()),
    });
  };
  return { adapterName, provider, connect };
}

/** @param {unknown} value */
const answer = (value) => ({ ok: true, value });

/**
 * The schema engine is a WebAssembly module that Node does not load by itself, so its parts are connected
 * here, once.
 */
async function loadEngine() {
  const folder = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const glue = await import(path.join(folder, "schema_engine_bg.js"));
  const { instance } = await WebAssembly.instantiate(
    fs.readFileSync(path.join(folder, "schema_engine_bg.wasm")),
    {
      "./schema_engine_bg.js": glue,
    },
  );
  glue.__wbg_set_wasm(instance.exports);
  /** @type {any} */ (instance.exports).__wbindgen_start?.();
  return glue.SchemaEngine;
}
