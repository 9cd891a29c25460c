import type { ReactNode } from "react";

export function Entry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto mt-16 w-full max-w-80 px-4 pb-16">
      <h1 className="text-lg font-medium">{title}</h1>
      {children}
    </div>
  );
}
