"use client";

import { useRouter } from "next/navigation";
import { makeFactsHref } from "@/lib/view/questions/links";
import { copyLink } from "../data/copy-link";
import { RowKeys } from "../session-list/row-keys";
import { useCommands } from "../commands/use-commands";

export function FactsForm({ sessionId, text }: { sessionId: string; text: string }) {
  const router = useRouter();
  useCommands({ copyLink });
  return (
    <form
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        const value = new FormData(event.currentTarget).get("q");
        if (typeof value === "string" && value.trim() !== "") router.push(makeFactsHref(sessionId, value));
      }}
    >
      <RowKeys />
      <h2 className="text-base font-medium">
        Follow <span className="hidden font-normal print:inline">{text}</span>
      </h2>
      <input
        data-search
        name="q"
        type="search"
        className="field min-w-48 flex-1"
        key={text}
        defaultValue={text}
        placeholder="a text, an identifier, a path   /"
        aria-label="A text to follow"
      />
      <button type="submit" className="btn btn-primary">
        Follow
      </button>
    </form>
  );
}
