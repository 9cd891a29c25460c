import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { RECORD_NODE } from "@/lib/program.mjs";
import { runVariables } from "./run-settings";

/** What the Node programs of a command recorded by themselves. */
export interface InjectedReport {
  readonly programs: number;
  readonly calls: number;
  readonly sessions: readonly string[];
  readonly unsent: number;
}

export const NOTHING: InjectedReport = { programs: 0, calls: 0, sessions: [], unsent: 0 };

const line = z.object({ calls: z.number(), sessions: z.array(z.string()), unsent: z.number() });

/** The library in each Node program that a command starts. */
export class InjectedLibrary {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-run-"));
  private readonly report = path.join(this.folder, "report");

  /** @param library what each program loads */
  constructor(private readonly library = path.resolve(RECORD_NODE)) {}

  /**
   * @param url the Sightglass that records @param proxy the origin of the proxy, whose calls it leaves to it
   * @param env of the caller; its own options of Node stay
   * @returns the command's variables; none where the library is not compiled
   */
  variables(url: string, proxy: string, env: Readonly<Record<string, string | undefined>>) {
    if (!existsSync(this.library)) return {};
    // A path may have spaces, and Node reads quotes with backslashes in them.
    const load = `--require ${JSON.stringify(this.library)}`;
    const options = env.NODE_OPTIONS ? `${env.NODE_OPTIONS} ${load}` : load;
    return { NODE_OPTIONS: options, ...runVariables({ url, proxy, report: this.report }) };
  }

  /** Reads what the programs said that have ended, and forgets it. */
  end(): InjectedReport {
    const text = existsSync(this.report) ? readFileSync(this.report, "utf8") : "";
    rmSync(this.folder, { recursive: true, force: true });
    const told = text
      .split("\n")
      .filter(Boolean)
      .map((one) => line.parse(JSON.parse(one)));
    const sumOf = (key: "calls" | "unsent") => told.reduce((sum, one) => sum + one[key], 0);
    const sessions = new Set(told.flatMap((one) => one.sessions));
    return { programs: told.length, calls: sumOf("calls"), sessions: [...sessions], unsent: sumOf("unsent") };
  }
}
