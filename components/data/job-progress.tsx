import { describeProgress } from "@/lib/view/format/progress-words";

interface Props {
  what: string;
  /** 0 to 1; `null` while it is not known. */
  share: number | null;
  onCancel: () => void;
}

export function JobProgress({ what, share, onCancel }: Props) {
  return (
    <div className="flex items-center gap-3 text-xs">
      <div className="min-w-0 flex-1">
        <p role="status">{describeProgress(what, share)}</p>
        <progress
          className="mt-1 h-1 w-64 max-w-full accent-(--accent)"
          value={share ?? undefined}
          max={1}
          aria-label={what}
        />
      </div>
      <button type="button" className="btn btn-quiet" onClick={onCancel}>
        Stop
      </button>
    </div>
  );
}
