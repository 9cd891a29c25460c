import Link from "next/link";
import { Children, isValidElement } from "react";
import type { ReactElement, ReactNode } from "react";
import Markdown from "react-markdown";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import type { Components } from "react-markdown";

const PARTS: Components = {
  h1: ({ children, id }) => (
    <h1 id={id} className="text-lg font-medium">
      {children}
    </h1>
  ),
  h2: ({ children, id }) => (
    <h2 id={id} className="mt-8 scroll-mt-14 border-b border-line pb-1 font-medium">
      {children}
    </h2>
  ),
  h3: ({ children, id }) => (
    <h3 id={id} className="mt-5 font-medium">
      {children}
    </h3>
  ),
  p: ({ children }) => <p className="mt-3 max-w-[75ch] leading-6 text-ink-2">{children}</p>,
  ul: ({ children }) => <ul className="mt-3 max-w-[75ch] list-disc pl-5 leading-6 text-ink-2">{children}</ul>,
  ol: ({ children }) => (
    <ol className="mt-3 max-w-[75ch] list-decimal pl-5 leading-6 text-ink-2">{children}</ol>
  ),
  pre: ({ children }) => (
    <pre
      tabIndex={0}
      role="region"
      aria-label="Example"
      className="mt-3 overflow-x-auto rounded-sm border border-line bg-sunken p-3 text-xs leading-5"
    >
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="code text-[0.95em] break-words">{children}</code>,
  table: ({ children }) => (
    <div tabIndex={0} role="region" aria-label="Table" className="mt-3 overflow-x-auto">
      <table className="w-full text-xs max-sm:[&_td]:min-w-36 [&_td]:py-1.5 [&_td]:pr-4 [&_td]:align-baseline [&_th]:py-1.5 [&_th]:pr-4 [&_th]:text-left [&_th]:text-ink-3 [&_tr]:border-b [&_tr]:border-line">
        {children}
      </table>
    </div>
  ),
  a: ({ href = "", children }) => (
    <Link href={addressOf(href)} className="underline underline-offset-2 hover:text-ink">
      {children}
    </Link>
  ),
};

interface DrawnDocs {
  readonly body: ReactElement;
  readonly parts: readonly { readonly id: string; readonly title: string }[];
}

/** A page is parsed once: that takes longer than all else of its answer. */
const drawn = new Map<string, DrawnDocs>();

/**
 * Renders a page of the project's own documentation, and names its parts. This is the only Markdown that the app renders.
 * Text of a trace never comes here.
 */
export function drawDocs(markdown: string): DrawnDocs {
  const cached = drawn.get(markdown);
  if (cached !== undefined) return cached;
  const body = Markdown({
    remarkPlugins: [remarkGfm],
    rehypePlugins: [rehypeSlug],
    components: PARTS,
    children: markdown,
  });
  const made = { body, parts: listParts(body) };
  drawn.set(markdown, made);
  return made;
}

interface Drawn {
  readonly id?: string;
  readonly children?: ReactNode;
}

function listParts(body: ReactElement): DrawnDocs["parts"] {
  return Children.toArray((body.props as Drawn).children).flatMap((part) => {
    if (!isValidElement<Drawn>(part) || part.type !== PARTS.h2) return [];
    return [{ id: part.props.id ?? "", title: readWords(part.props.children) }];
  });
}

function readWords(node: ReactNode): string {
  return Children.toArray(node)
    .map((part) => (isValidElement<Drawn>(part) ? readWords(part.props.children) : String(part)))
    .join("");
}

/** The docs link to each other by file name. The app needs the address of the page. */
function addressOf(href: string): string {
  return href.replace(/^([\w-]+)\.md(?=#|$)/, "/docs/$1");
}
