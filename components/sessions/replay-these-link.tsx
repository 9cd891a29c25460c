import Link from "next/link";
import { useSearchParams } from "next/navigation";

export function ReplayTheseLink() {
  const search = useSearchParams();
  const kept = new URLSearchParams([...search].filter(([name]) => name !== "cursor"));
  return (
    <Link className="btn" href={`/replay${kept.size === 0 ? "" : `?${kept.toString()}`}`}>
      Replay these
    </Link>
  );
}
