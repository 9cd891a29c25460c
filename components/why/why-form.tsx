"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { makeWhyHref } from "@/lib/view/questions/links";
import { copyLink } from "../data/copy-link";
import { useCommands } from "../commands/use-commands";
import { TurnField } from "../ui/turn-field";

interface Props {
  sessionId: string;
  turn: number;
  firstTurn: number;
  lastTurn: number;
  block: string | null;
  text: string | null;
}

export function WhyForm({ sessionId, turn, firstTurn, lastTurn, block, text }: Props) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const ask = (at: number) => {
    const q = field.current?.value.trim() ?? "";
    if (q !== "") router.push(makeWhyHref(sessionId, at, { q }));
    else if (block !== null) router.push(makeWhyHref(sessionId, at, { block }));
  };
  useCommands({
    search: () => field.current?.focus(),
    next: () => (turn < lastTurn ? ask(turn + 1) : false),
    previous: () => (turn > firstTurn ? ask(turn - 1) : false),
    copyLink,
  });
  return (
    <form
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        ask(turn);
      }}
    >
      <h2 className="text-base font-medium">Why did the model not use</h2>
      <input
        ref={field}
        data-search
        type="search"
        className="field min-w-48 flex-1"
        key={text ?? ""}
        defaultValue={text ?? ""}
        placeholder={block === null ? "a text, an identifier, a path   /" : "another text instead   /"}
        aria-label="A text to ask about"
      />
      <TurnField label="in turn" value={turn} min={firstTurn} max={lastTurn} onChange={ask} />
      <button type="submit" className="btn btn-primary">
        Ask
      </button>
    </form>
  );
}
