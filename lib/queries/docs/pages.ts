export interface DocsPage {
  readonly slug: string;
  readonly title: string;
  readonly about: string;
}

export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

/** The pages by what a reader is about to do, in the order of the navigation. */
export const DOCS_GROUPS: readonly DocsGroup[] = [
  {
    title: "Understand",
    pages: [
      { slug: "findings", title: "Findings", about: "Every code, how much it matters and what to do." },
      {
        slug: "figures",
        title: "Figures",
        about: "Each number of the product: its name, its unit and what it counts.",
      },
      { slug: "cost", title: "Cost", about: "What a session was paid for, and how providers keep a cache." },
      {
        slug: "compactions",
        title: "Compactions",
        about: "What a compaction kept, how it is counted, and what it cost.",
      },
      {
        slug: "policies",
        title: "Policies",
        about: "What a policy may be, and what its options are called.",
      },
      {
        slug: "judge",
        title: "Judge",
        about: "Questions of meaning to a language model of yours: what is sent, and what it costs.",
      },
    ],
  },
  {
    title: "Send and ask",
    pages: [
      { slug: "sending", title: "Sending", about: "What a harness can tell beyond its telemetry." },
      { slug: "runtime", title: "Runtime", about: "What a running agent can ask, and how it is answered." },
      {
        slug: "pipeline",
        title: "Pipeline",
        about: "From what is sent to what can be read, and what happens under load.",
      },
    ],
  },
  {
    title: "Run it",
    pages: [
      {
        slug: "deploy",
        title: "Deploy",
        about: "One machine, Compose, Kubernetes, a cluster, and a proxy in front.",
      },
      { slug: "configuration", title: "Configuration", about: "Every command and every variable." },
      {
        slug: "metrics",
        title: "Metrics, logs and traces",
        about: "What to watch over an instance with, a dashboard, and rules for alarms.",
      },
      {
        slug: "cluster",
        title: "Cluster",
        about: "The same database on many nodes, and what happens when one is away.",
      },
      { slug: "threat-model", title: "Threat model", about: "What is protected, against whom, and by what." },
    ],
  },
  {
    title: "Look up",
    pages: [
      { slug: "glossary", title: "Glossary", about: "Each word of the product, once." },
      { slug: "api", title: "API reference", about: "Every route, its fields and its answer." },
    ],
  },
];

const API = "api";

/** The pages with a file of their own; the reference of the API is made from its declaration. */
export const DOCS_PAGES: readonly DocsPage[] = DOCS_GROUPS.flatMap(({ pages }) => pages).filter(
  ({ slug }) => slug !== API,
);
