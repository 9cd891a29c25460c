export interface RuleSource {
  readonly name: string;
  readonly licence: string;
  readonly address: string;
  readonly use: string;
}

export const SOURCES: readonly RuleSource[] = [
  {
    name: "secretlint, recommended preset",
    licence: "MIT",
    address: "https://github.com/secretlint/secretlint",
    use: "run as it is, beside the rules of this project",
  },
  {
    name: "gitleaks, default configuration",
    licence: "MIT",
    address: "https://github.com/gitleaks/gitleaks",
    use: "which issuers to look for; the rules are written anew",
  },
  {
    name: "Kingfisher, rules",
    licence: "Apache-2.0",
    address: "https://github.com/mongodb/kingfisher",
    use: "which issuers to look for; the rules are written anew",
  },
  {
    name: "Presidio, supported entities",
    licence: "MIT",
    address: "https://github.com/microsoft/presidio",
    use: "which personal data to look for; the rules are written anew",
  },
];
