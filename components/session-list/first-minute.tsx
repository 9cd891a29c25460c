import Link from "next/link";

interface Props {
  tour: string | null;
  canImport: boolean;
}

export default function FirstMinute({ tour, canImport }: Props) {
  return (
    <section aria-label="No sessions yet" className="mx-auto max-w-4xl px-2 py-10">
      <h2 className="text-base font-medium">No sessions yet</h2>
      <p className="mt-1 text-ink-2">Three ways in:</p>
      <ul className="mt-4 grid gap-6 sm:grid-cols-3">
        <li className="border-t border-line-strong pt-3">
          <h3 className="font-medium">Agents on this machine</h3>
          <p className="mt-1 text-ink-2">
            Coding agents keep their sessions in folders. Sightglass finds those folders and follows them.
          </p>
          <Link className="btn btn-primary mt-3" href="/connect#watch">
            Switch them on
          </Link>
        </li>
        <li className="border-t border-line-strong pt-3">
          <h3 className="font-medium">A file</h3>
          <p className="mt-1 text-ink-2">
            Drop an exported session, a folder or a zip anywhere on this page. The format is recognised by its
            content.
          </p>
          {canImport && (
            <p className="mt-3 text-xs text-ink-3">
              or press <kbd className="code">i</kbd> to pick one
            </p>
          )}
        </li>
        <li className="border-t border-line-strong pt-3">
          <h3 className="font-medium">Telemetry</h3>
          <p className="mt-1 text-ink-2">
            An agent that you run sends OpenTelemetry, its model calls, or events of its own.
          </p>
          <Link className="btn mt-3" href="/connect">
            Connect a client
          </Link>
        </li>
      </ul>
      {tour !== null && (
        <p className="mt-8 text-ink-2">
          Nothing at hand?{" "}
          <Link className="text-accent underline underline-offset-2" href={tour}>
            Take the tour
          </Link>{" "}
          through a demo session, in five steps.
        </p>
      )}
    </section>
  );
}
