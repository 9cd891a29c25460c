import { instance } from "../env";

export function makePageAddress(path: string): string {
  return new URL(path, instance().url).href;
}
