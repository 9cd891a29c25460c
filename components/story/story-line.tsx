import type { Story } from "@/lib/core/story/story-schema";
import { storyHref } from "@/lib/view/questions/story-href";
import { storySentences } from "@/lib/view/story/story-words";
import { ViewLink as Link } from "../ui/view-link";

/** What happened in a session, at the top of its overview. Each number leads to its proof. */
export function StoryLine({ story, sessionId }: { story: Story; sessionId: string }) {
  const sentences = storySentences(story);
  if (sentences.length === 0) return null;
  return (
    <section aria-label="What happened" className="max-w-5xl px-4 pt-3 leading-6">
      {sentences.map((sentence, n) => (
        <p key={n} className="inline">
          {sentence.map(({ text, place }, at) =>
            place === null ? (
              <span key={at}>{text}</span>
            ) : (
              <Link
                key={at}
                href={storyHref(sessionId, place)}
                className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
              >
                {text}
              </Link>
            ),
          )}{" "}
        </p>
      ))}
    </section>
  );
}
