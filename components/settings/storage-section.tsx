"use client";

import { bytesWords, storageWords } from "@/lib/view/storage-model";
import { plural } from "@/lib/view/format/format";
import { Section } from "./section";

interface Props {
  readonly projects: readonly { readonly name: string; readonly sessions: number; readonly bytes: number }[];
  readonly days: readonly { readonly day: string; readonly bytes: number }[];
  readonly otherBytes: number;
  readonly databaseBytes: number | null;
  readonly freeInTables: number | null;
  readonly disk: { readonly free: number; readonly size: number } | null;
  readonly daysLeft: number | null;
}

/** What is stored, how fast it grows, and what is left of the disk. */
export function StorageSection({ projects, days, ...instance }: Props) {
  const most = Math.max(1, ...days.map(({ bytes }) => bytes));
  return (
    <Section
      title="Storage"
      about="What was received is counted as it is stored, and only of sessions that are still there."
    >
      <ul className="text-xs">
        {projects.map(({ name, sessions, bytes }) => (
          <li key={name}>
            {name}: <span className="num">{bytesWords(bytes)}</span>{" "}
            <span className="text-ink-3">of {plural(sessions, "session")}</span>
          </li>
        ))}
        {storageWords(instance).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {days.length > 0 && (
        <table className="mt-3 text-xs">
          <caption className="text-left text-ink-2">Received for this project, by day (UTC)</caption>
          <tbody>
            {days.map(({ day, bytes }) => (
              <tr key={day}>
                <th scope="row" className="num pr-3 text-left font-normal">
                  {day}
                </th>
                <td className="num pr-3 text-right">{bytesWords(bytes)}</td>
                <td aria-hidden="true">
                  <svg width="160" height="8" viewBox="0 0 160 8">
                    <rect width={Math.max(1, (bytes / most) * 160)} height="8" className="fill-accent" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
