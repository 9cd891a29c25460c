"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import { useFrozen } from "../data/reader";

/** A share has no other view, so it shows the text only. */
export function ViewLink({ className, title, dir, style, children, ...link }: ComponentProps<typeof Link>) {
  const frozen = useFrozen();
  if (frozen)
    return (
      <span className={`${className ?? ""} frozen-link`} title={title} dir={dir} style={style}>
        {children}
      </span>
    );
  return (
    <Link className={className} title={title} dir={dir} style={style} {...link}>
      {children}
    </Link>
  );
}
