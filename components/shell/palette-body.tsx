import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ReactNode } from "react";
import type { PaletteLink } from "@/lib/view/palette-items";
import {
  listBlockLinks,
  readQuestion,
  listSessionLinks,
  turnIn,
  turnLinks,
  makeWhyLink,
} from "@/lib/view/palette-items";
import { makeApiRead } from "@/lib/api/request/request";
import { SESSION_TABS, makeViewHref } from "@/lib/view/views";
import { readApi } from "../data/read-api";
import { useLanes } from "../lanes/use-lanes";
import { KEYMAP } from "../commands/keymap";
import type { Command as CommandName } from "../commands/keys";
import { KEYS } from "../commands/keys";
import { keyWords } from "../commands/key-words";
import { boundCommands, runCommand } from "../commands/use-commands";

interface Props {
  sessionId: string | null;
  turn: number | null;
  typed: string;
  onDone: () => void;
}

const THEMES = ["system", "light", "dark"] as const;
/** A group in which nothing matches has no heading. */
const GROUP =
  "[&_[cmdk-group]:not(:has([cmdk-item]))]:hidden [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-ink-3";

/** First places of the session, then other sessions, then commands. */
export function PaletteBody({ sessionId, turn, typed: ahead, onDone }: Props) {
  const router = useRouter();
  const [query, setQuery] = useState(ahead);
  const sessions = useSessions(query);
  const { data } = useLanes(sessionId ?? "", "palette", sessionId !== null && query.trim().length > 1);
  const typed = query.trim().toLowerCase();
  const matches = (...texts: string[]) =>
    typed === "" || texts.some((text) => text.toLowerCase().includes(typed));

  const go = (href: string) => {
    onDone();
    router.push(href);
  };
  const links = (list: readonly PaletteLink[]) =>
    list.map((link) => (
      <Item key={link.id} value={link.id} detail={link.detail} onSelect={() => go(link.href)}>
        {link.label}
      </Item>
    ));
  const question = readQuestion(query) ?? "";
  const implied = question === "" && typed.length > 1 && turnIn(query) === null ? query.trim() : "";
  const named = turnIn(query);
  return (
    <Command shouldFilter={false} label="Command palette" className="text-sm">
      <Command.Input
        autoFocus
        value={query}
        onValueChange={setQuery}
        placeholder={
          sessionId === null
            ? "Session, view or command"
            : "Session, view, turn, block, “why not …?” or command"
        }
        className="h-11 w-full border-b border-line bg-transparent px-3 outline-none placeholder:text-ink-3"
      />
      <Command.List className={`max-h-[60vh] overflow-auto pb-2 ${GROUP}`}>
        <Command.Empty className="px-3 py-6 text-center text-ink-3">Nothing matches.</Command.Empty>
        {sessionId !== null && (
          <Command.Group heading="This session">
            {named !== null && links(turnLinks(sessionId, named))}
            {SESSION_TABS.filter(({ title }) => matches(title, "view")).map((view) => (
              <Item
                key={view.id}
                value={`view ${view.id}`}
                detail="view"
                onSelect={() => go(makeViewHref(sessionId, view, turn))}
              >
                {view.title}
              </Item>
            ))}
            {question !== "" && links([makeWhyLink(sessionId, question, turn)])}
            {data !== undefined && links(listBlockLinks(sessionId, data.lanes, query))}
          </Command.Group>
        )}
        <Command.Group heading="Sessions">
          {matches("all sessions") && (
            <Item value="sessions" detail="list" onSelect={() => go("/")}>
              All sessions
            </Item>
          )}
          {links(listSessionLinks(sessions))}
        </Command.Group>
        <DoGroup matches={matches} onDone={onDone} onGo={go} />
        {sessionId !== null && implied !== "" && (
          <Command.Group heading="Ask">{links([makeWhyLink(sessionId, implied, turn)])}</Command.Group>
        )}
      </Command.List>
    </Command>
  );
}

interface DoGroupProps {
  matches: (...texts: string[]) => boolean;
  onDone: () => void;
  onGo: (href: string) => void;
}

function DoGroup({ matches, onDone, onGo }: DoGroupProps) {
  const { setTheme } = useTheme();
  const [commands] = useState(() => boundCommands());
  const run = (command: CommandName) => {
    onDone();
    // The dialog returns the focus first. The command may then move it.
    setTimeout(() => runCommand(command), 0);
  };
  return (
    <Command.Group heading="Do">
      {(Object.keys(KEYMAP) as CommandName[])
        .filter((name) => name !== "palette" && commands.has(name) && matches(KEYMAP[name].label))
        .map((name) => (
          <Item key={name} value={`do ${name}`} detail={keyWords(KEYS[name][0])} onSelect={() => run(name)}>
            {KEYMAP[name].label}
          </Item>
        ))}
      {!commands.has("import") && matches("import files") && (
        <Item value="import" detail="session list" onSelect={() => onGo("/")}>
          Import files
        </Item>
      )}
      {THEMES.filter((theme) => matches(`theme: ${theme}`)).map((theme) => (
        <Item
          key={theme}
          value={`theme ${theme}`}
          detail="theme"
          onSelect={() => {
            setTheme(theme);
            onDone();
          }}
        >
          Theme: {theme}
        </Item>
      ))}
    </Command.Group>
  );
}

function Item({
  value,
  detail,
  onSelect,
  children,
}: {
  value: string;
  detail: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-default items-baseline gap-3 px-3 py-1 data-[selected=true]:bg-sunken"
    >
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {children}
      </span>
      <span className="code max-w-40 truncate text-2xs text-ink-3">{detail}</span>
    </Command.Item>
  );
}

const SESSIONS_SHOWN = 6;

function useSessions(query: string) {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["palette-sessions", query],
    queryFn: ({ signal }) =>
      readApi(makeApiRead("/api/v1/sessions", {}, { role: "main", limit: SESSIONS_SHOWN, q: query }), signal),
    placeholderData: keepPreviousData,
  });
  const typed = query.trim().toLowerCase();
  // Until the new answer arrives, the last one stays, without the sessions that no longer match.
  return (data?.sessions ?? []).filter(
    ({ name, externalId }) =>
      !isPlaceholderData || `${name ?? ""} ${externalId}`.toLowerCase().includes(typed),
  );
}
