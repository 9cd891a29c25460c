import { jsonIn, recordIn } from "../../source/arguments";

const HOST_KEY = /^(?:base_?(?:url|uri)?|host(?:_?name)?|domain|origin|site|server)$/i;
const PAGE_KEY = /^(?:path(?:_?name)?|endpoint|route|page|resource)$/i;
const HOST = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/;

export function joinedUrls(args: string): string[] {
  const [host, page] = [argumentOf(args, HOST_KEY), argumentOf(args, PAGE_KEY)];
  if (host === null || page === null || !HOST.test(host)) return [];
  return [joined(/^https?:/.test(host) ? host : `https://${host}`, page)];
}

function joined(start: string, end: string): string {
  return `${start.replace(/\/{1,9}$/, "")}/${end.replace(/^\/{1,9}/, "")}`;
}

function argumentOf(args: string, name: RegExp): string | null {
  const found = Object.entries(recordIn(jsonIn(args)) ?? {}).find(
    ([key, one]) => name.test(key) && typeof one === "string" && one.trim() !== "",
  );
  return typeof found?.[1] === "string" ? found[1].trim() : null;
}
