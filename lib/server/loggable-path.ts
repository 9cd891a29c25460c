import { ENDPOINTS } from "@/lib/api/endpoints";
import { findRoute } from "@/lib/api/request/find-route";

const PARAMETER = /^\{\w+\}$/;
const OWN_FILES = "/_next/";

/**
 * Makes the function that says of a path what may stand in a log: the template of its route, because what stands in place of
 * a parameter may be the token of a share or an invitation. Of a path that no route has, what routes have in common with it:
 *
 *     /s/AbC…            →  /s/{token}
 *     /sessions/x/plan   →  /sessions/{id}/plan
 *     /s/AbC…/more       →  /s/…/…
 *
 * @param pageName the template of a page; `null` for a path of no page
 */
export function makeLoggablePaths(pageName: (path: string) => string | null): (path: string) => string {
  const own = new Set(
    ENDPOINTS.flatMap(({ path }) => path.split("/")).filter((part) => !PARAMETER.test(part)),
  );
  return (path) => {
    const declared = findRoute(path)?.template;
    if (declared !== undefined) return declared;
    if (path.startsWith(OWN_FILES)) return `${OWN_FILES}{file}`;
    const page = pageName(path);
    if (page !== null && !isCatchAll(page)) return page;
    return path
      .split("/")
      .map((part) => (own.has(part) ? part : "…"))
      .join("/");
  };
}

/** The routes of the API are declared one by one; the file that answers them all says less. */
function isCatchAll(page: string): boolean {
  return page.endsWith("/{path}");
}
