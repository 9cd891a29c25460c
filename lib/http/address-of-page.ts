import { instance } from "../env";

/** The absolute address of a page, as people open it. @param path such as `/sessions/ses_1` */
export function addressOfPage(path: string): string {
  return new URL(path, instance().url).href;
}
