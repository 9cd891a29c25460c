import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Database } from "@/lib/db/client";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { appendEvents } from "@/lib/db/log/append";
import { DEMO_STORIES, demoStory } from "@/lib/demo";

/**
 * Loads the demo sessions into the default project, once in the life of a database. Deleted demo sessions do not come
 * back.
 * @returns how many sessions were loaded
 */
export async function loadDemo(db: Database): Promise<number> {
  const project = await db.project.upsert({
    where: { id: DEFAULT_PROJECT },
    create: { id: DEFAULT_PROJECT, name: "Default" },
    update: {},
  });
  const settings = isSettings(project.settings) ? project.settings : {};
  if (settings.demoLoaded === true) return 0;
  for (const events of DEMO_STORIES.map(demoStory)) {
    const { changed } = await appendEvents(db, DEFAULT_PROJECT, events, "replace");
    for (const key of changed) await analyseSession(db, key);
  }
  await db.project.update({
    where: { id: DEFAULT_PROJECT },
    data: { settings: { ...settings, demoLoaded: true } },
  });
  return DEMO_STORIES.length;
}

function isSettings(value: unknown): value is Record<string, string | number | boolean> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
