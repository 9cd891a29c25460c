import { instance } from "../env";

export function addressOfPage(path: string): string {
  return new URL(path, instance().url).href;
}
