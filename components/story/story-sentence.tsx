import { makeStoryHref } from "@/lib/view/questions/story-href";
import type { StorySentence } from "@/lib/view/story/story-words";
import { ViewLink as Link } from "../ui/view-link";

/** A sentence whose numbers lead to their proof. */
export function StorySentenceLine({ sentence, sessionId }: { sentence: StorySentence; sessionId: string }) {
  return sentence.map(({ text, place }, at) =>
    place === null ? (
      <span key={at}>{text}</span>
    ) : (
      <Link
        key={at}
        href={makeStoryHref(sessionId, place)}
        className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {text}
      </Link>
    ),
  );
}
