import Link from "next/link";
import type { DocsGroups } from "./docs-frame";

const STEPS = [
  {
    href: "/connect",
    title: "Get a session in",
    about: "Drop a file onto the list, follow the agents on this machine, or point a client here.",
  },
  {
    href: "/",
    title: "See what needs a look",
    about: "The first page lists the sessions with proved failures, each with the turn at which it happened.",
  },
  {
    href: "/docs/findings",
    title: "Understand a finding",
    about: "Each finding has claims that are checked again when it is opened, and says what to do.",
  },
  {
    href: "/docs/runtime",
    title: "Ask from a running agent",
    about: "An agent can ask whether its window holds what the next step needs, before it takes the step.",
  },
] as const;

/** Where to begin, and what each page is about. */
export function DocsStart({ groups }: DocsGroups) {
  return (
    <>
      <h1 className="text-lg font-medium">Documentation</h1>
      <p className="mt-3 max-w-[75ch] leading-6 text-ink-2">
        Sightglass shows what the context window of an agent held at every turn, what left it and why, and
        which later step still needed it.
      </p>
      <h2 className="mt-8 border-b border-line pb-1 font-medium">Begin here</h2>
      <ol className="mt-3 grid gap-3">
        {STEPS.map(({ href, title, about }, i) => (
          <li key={href} className="grid grid-cols-[1.5rem_1fr]">
            <span className="num text-ink-3">{i + 1}</span>
            <span>
              <Link href={href} className="font-medium underline underline-offset-2">
                {title}
              </Link>
              <span className="block text-ink-2">{about}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="grid gap-x-10 lg:grid-cols-2">
        {groups.map(({ title, pages }) => (
          <section key={title}>
            <h2 className="mt-8 border-b border-line pb-1 font-medium">{title}</h2>
            <ul className="mt-3 grid gap-2">
              {pages.map((page) => (
                <li key={page.slug}>
                  <Link href={`/docs/${page.slug}`} className="underline underline-offset-2">
                    {page.title}
                  </Link>
                  <span className="block text-xs text-ink-2">{page.about}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
