import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactNode } from "react";
import { createElement } from "react";
import { prerender } from "react-dom/static";
import { ReadCache } from "@/components/data/read-cache";
import { SharedViewPage } from "@/components/share-page/shared-view";
import { freezeView } from "@/lib/queries/shares/freeze-view";
import { redactView } from "@/lib/queries/shares/redacted-view";
import type { AskedSession } from "./asked-session";
import type { Stated } from "./stated-figures";
import { statedIn, statedUnder } from "./stated-figures";

/** The views that are about a whole session. What a turn or a block says in the same words is another thing. */
const VIEWS = ["", "/evictions", "/cost", "/plan", "/checkpoints"] as const;

const MASKING = { content: "off", rules: { rules: [], off: [], on: [] }, reveal: new Set<string>() } as const;

/**
 * Every figure that the pages of a session draw, in a share without content: then what the trace says cannot be taken for
 * what the page says. A list of labels gives each under its label, a sentence in its words.
 */
export async function statedOnPages({ db, project, id, analysed }: AskedSession): Promise<Stated[]> {
  const states: Stated[] = [];
  for (const path of VIEWS) {
    const frozen = await freezeView(db, project, id, { path, search: "" });
    const { snapshot } = await redactView(frozen, analysed.recording, MASKING);
    const html = await draw(createElement(SharedViewPage, { snapshot }));
    states.push(...statedOn(`the page ${path === "" ? "/" : path}`, html));
  }
  return states;
}

async function draw(page: ReactNode): Promise<string> {
  const around = createElement(
    AppRouterContext.Provider,
    { value: NOWHERE },
    createElement(
      PathnameContext.Provider,
      { value: "/s/drawn" },
      createElement(
        SearchParamsContext.Provider,
        { value: new URLSearchParams() },
        createElement(ReadCache, null, page),
      ),
    ),
  );
  const { prelude } = await prerender(around);
  return new Response(prelude).text();
}

const stay = () => undefined;
const NOWHERE: AppRouterInstance = {
  bfcacheId: "drawn",
  push: stay,
  replace: stay,
  refresh: stay,
  back: stay,
  forward: stay,
  prefetch: stay,
};

function statedOn(place: string, html: string): Stated[] {
  const listed = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].flatMap(
    ([, label = "", cell = ""]) => statedUnder(`${place}, labels`, textOf(label), firstText(cell)),
  );
  // A row of a table, or an item of a list, is about a part of the session.
  const whole = html.replace(/<(table|ol|dl|svg)\b.*?<\/\1>/gs, "");
  const spoken = [...whole.matchAll(/<(p|figcaption)\b[^>]*>(.*?)<\/\1>/gs)].flatMap(([, , words = ""]) =>
    statedIn(`${place}, sentences`, textOf(words)),
  );
  return [...listed, ...spoken];
}

/** What stands first in a cell; what is said beside it is something else. */
function firstText(cell: string): string {
  const [, own = cell] = /<span class="num[^"]*">(.*?)<\/span>/s.exec(cell) ?? [];
  return textOf(own);
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&[a-z#0-9]+;/gi, " ")
    .replace(/\s+/g, " ")
    .trim();
}
