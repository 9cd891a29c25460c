import type { Story } from "@/lib/core/story/story-schema";
import { makeMissedCard } from "@/lib/view/story/story-cards";
import { StorySentenceLine } from "../story/story-sentence";
import { SearchButton } from "./search-button";

interface Props {
  readonly story: Story;
  readonly sessionId: string;
  /** What the blocks that were missed are called, by their ids. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether a replay answers already. */
  readonly isAnswered: boolean;
  /** How many policies and settings a search tries. */
  readonly searched: number;
  readonly busy: boolean;
  readonly onSearch: () => void;
}

/** The story of a session in which something left that was wanted again; `null` for any other. */
export function findLoss(story: Story | null): Story | null {
  return story !== null && (story.missed.length > 0 || story.plan !== null) ? story : null;
}

/** What the session lost, and one button for what would have kept it: before any policy is chosen, and above what one answers. */
export function LossFirst({ story, sessionId, names, isAnswered, searched, busy, onSearch }: Props) {
  const { headline, lines } = makeMissedCard(story, names);
  return (
    <section aria-label="What was lost" className="mb-3 flex max-w-4xl flex-col items-start gap-2">
      <div>
        <p className="text-base font-medium wrap-anywhere">
          <StorySentenceLine sentence={headline} sessionId={sessionId} />
        </p>
        {lines.map((line, at) => (
          <p key={at} className="text-xs text-ink-2 wrap-anywhere">
            <StorySentenceLine sentence={line} sessionId={sessionId} />
          </p>
        ))}
      </div>
      {!isAnswered && <SearchButton isFirst searched={searched} busy={busy} onSearch={onSearch} />}
    </section>
  );
}
