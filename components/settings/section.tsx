import type { ReactNode } from "react";

interface Props {
  title: string;
  about: ReactNode;
  children: ReactNode;
}

export function Section({ title, about, children }: Props) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id} className="border-t border-line py-6 first:border-0 first:pt-0">
      <h2 id={id} className="text-base font-medium">
        {title}
      </h2>
      <p className="mt-0.5 mb-4 max-w-[75ch] text-ink-2">{about}</p>
      {children}
    </section>
  );
}

/** A part of a section, with a heading of its own. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-6 mb-2 font-medium">{title}</h3>
      {children}
    </>
  );
}
