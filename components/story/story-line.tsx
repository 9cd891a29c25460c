import type { Story } from "@/lib/core/story/story-schema";
import { listStorySentences } from "@/lib/view/story/story-words";
import { useGrows } from "../live/live-session";
import { StorySentenceLine } from "./story-sentence";

/** What happened in a session, at the top of its overview. Each number leads to its proof. */
export function StoryLine({ story, sessionId }: { story: Story; sessionId: string }) {
  const grows = useGrows();
  const sentences = listStorySentences(story);
  if (sentences.length === 0) return null;
  return (
    <section
      aria-label="What happened"
      className={`max-w-5xl px-4 pt-3 leading-6 max-md:pt-2 max-md:text-xs max-md:leading-5 ${grows ? "min-h-15" : ""}`}
    >
      {sentences.map((sentence, n) => (
        <p key={n} className="inline">
          <StorySentenceLine sentence={sentence} sessionId={sessionId} />{" "}
        </p>
      ))}
    </section>
  );
}
