import type { ReactNode } from "react";

interface Props {
  title: string;
  about: ReactNode;
  children: ReactNode;
}

export function Section({ title, about, children }: Props) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id} className="border-t border-line py-4">
      <h2 id={id} className="text-base font-medium">
        {title}
      </h2>
      <p className="mb-3 max-w-prose text-ink-2">{about}</p>
      {children}
    </section>
  );
}
