"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCommands } from "../commands/use-commands";

export interface ClientLink {
  readonly id: string;
  readonly label: string;
  readonly heard: boolean;
  readonly current: boolean;
}

interface Props {
  groups: readonly { readonly label: string; readonly clients: readonly ClientLink[] }[];
}

export function ClientNav({ groups }: Props) {
  const router = useRouter();
  const all = groups.flatMap(({ clients }) => clients);
  const go = (by: number) => {
    const to = all[all.findIndex(({ current }) => current) + by];
    if (to !== undefined) router.push(`/connect/${to.id}`, { scroll: false });
  };
  useCommands({ next: () => go(1), previous: () => go(-1) });
  return (
    <nav aria-label="Clients" className="shrink-0 sm:w-48">
      {groups.map(({ label, clients }) => (
        <section key={label} aria-label={label} className="pb-3">
          <p className="eyebrow pb-1">{label}</p>
          <ul className="flex flex-wrap gap-x-1 gap-y-0.5 sm:flex-col">
            {clients.map((client) => (
              <li key={client.id}>
                <Link
                  href={`/connect/${client.id}`}
                  scroll={false}
                  aria-current={client.current ? "page" : undefined}
                  className={`flex items-center gap-2 rounded px-2 py-1 hover:bg-sunken ${client.current ? "bg-sunken font-medium" : "text-ink-2"}`}
                >
                  {client.label}
                  {client.heard && <Heard />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Heard() {
  return (
    <span title="heard from" className="ml-auto text-restorable">
      <span aria-hidden className="block size-1.5 rounded-full bg-current" />
      <span className="sr-only">heard from</span>
    </span>
  );
}
