import Link from "next/link";
import { useRouter } from "next/navigation";
import { showNews } from "@/lib/view/live/live-words";
import { useCommands } from "../commands/use-commands";
import { useLive } from "./live-session";
import { RunningMark } from "./running-mark";

export function LiveBar() {
  const { news, running, deleted, status, following, unseenTurns, unseen, follow, show } = useLive();
  const router = useRouter();
  const canFollow = running || following;
  const showAll = () => {
    show();
    router.refresh();
  };
  useCommands({ live: () => (canFollow ? follow(!following) : false) });
  if (deleted)
    return (
      <span role="status" className="text-xs text-dangling">
        This session was deleted. What stands here is the last that was read of it.{" "}
        <Link href="/" className="text-accent underline underline-offset-2">
          All sessions
        </Link>
      </span>
    );
  if (!canFollow && !unseen) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-2 text-xs">
      <span role="status" className="inline-flex items-center gap-1.5 text-restorable">
        {running && <RunningMark />}
        {running ? "running" : following ? (news?.session.outcome == null ? "silent" : "ended") : ""}
        {status === "lost" && (
          <span className="text-warning">· the server cannot be reached, trying again</span>
        )}
      </span>
      {canFollow && (
        <button
          type="button"
          className="btn h-6"
          aria-pressed={following}
          title={
            following
              ? "The newest turn stays selected. Any move stops it (l)"
              : "Keep the newest turn selected (l)"
          }
          onClick={() => follow(!following)}
        >
          {following ? "Following" : "Follow"}
        </button>
      )}
      {!following && unseen && (
        <button type="button" className="btn h-6" onClick={showAll}>
          {showNews(unseenTurns)}
        </button>
      )}
    </span>
  );
}
