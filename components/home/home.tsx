import { Suspense } from "react";
import type { ReactNode } from "react";
import { IntroLine } from "./intro-line";

interface Props {
  /** The cookie that says that the reader has dismissed the introduction; `null` once it does. */
  introCookie: string | null;
  /** Agents of this machine that have not been read; nothing for none. */
  found: ReactNode;
  look: ReactNode;
  trends: ReactNode;
  /** Whether they are known so soon that the page can come with them. Then nothing moves below them. */
  isTrendQuick: boolean;
}

/**
 * What stands above the list of sessions: what needs a look, and whether it gets better or worse. The page comes with the first: its
 * height is not known before, and the list would move under the reader.
 */
export function Home({ introCookie, found, look, trends, isTrendQuick }: Props) {
  return (
    <div className="px-4 pt-4">
      {introCookie !== null && (
        <IntroLine cookie={introCookie}>
          Sightglass shows what the context window of an agent held at every turn, what left it and why, and
          which later step still needed it.
        </IntroLine>
      )}
      <Suspense>{found}</Suspense>
      {look}
      {isTrendQuick ? trends : <Suspense fallback={<div className="h-32" aria-busy />}>{trends}</Suspense>}
    </div>
  );
}
