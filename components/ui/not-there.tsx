import Link from "next/link";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";

interface Props {
  title: string;
  href: string;
  label: string;
  children: ReactNode;
}

export function NotThere({ title, href, label, children }: Props) {
  return (
    <EmptyState
      title={title}
      action={
        <Link className="btn" href={href}>
          {label}
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}
