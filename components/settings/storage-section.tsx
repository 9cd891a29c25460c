import type { StorageModel } from "@/lib/view/settings/storage-model";
import { Section } from "./section";

const BAR = { width: 160, height: 8 };

/** What is stored, how fast it grows, and what is left of the disk. */
export function StorageSection({ projects, sentences, days }: StorageModel) {
  return (
    <Section title="Storage" about="The sizes are those on disk. Deleted sessions are not counted.">
      <ul className="text-xs">
        {projects.map(({ name, size, of }) => (
          <li key={name}>
            {name}: <span className="num">{size}</span> <span className="text-ink-3">{of}</span>
          </li>
        ))}
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {days.length > 0 && (
        <table className="mt-3 text-xs">
          <caption className="text-left text-ink-2">Received for this project, by day (UTC)</caption>
          <tbody>
            {days.map(({ day, size, share }) => (
              <tr key={day}>
                <th scope="row" className="num pr-3 text-left font-normal">
                  {day}
                </th>
                <td className="num pr-3 text-right">{size}</td>
                <td aria-hidden="true">
                  <svg {...BAR}>
                    <rect
                      width={Math.max(1, share * BAR.width)}
                      height={BAR.height}
                      className="fill-accent"
                    />
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
