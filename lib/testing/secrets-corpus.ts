import { isCard } from "@/lib/redaction/personal";
import { isIban } from "@/lib/redaction/numbers";
import { scramble } from "./sample-secrets";

export interface CorpusSecret {
  readonly what: string;
  readonly value: string;
  readonly inText: string;
}

const HEX = "0123456789abcdef";
const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALNUM = LETTERS + DIGITS;
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const WORD = `${ALNUM}_-`;

export function drawer(round: number): (chars: number, alphabet?: string) => string {
  let n = 0;
  return (chars, alphabet = ALNUM) => {
    const text = scramble(round * 10_000 + ++n * 7, chars, alphabet);
    return /\d/.test(text) || !/\d/.test(alphabet) ? text : `${text.slice(0, -1)}7`;
  };
}

/** Assembled here so that no file holds a key. */
export function corpusKeys(round = 0): CorpusSecret[] {
  const d = drawer(round);
  const uuid = () => [8, 4, 4, 4, 12].map((chars) => d(chars, HEX)).join("-");
  const kinds: Record<string, string> = {
    Anthropic: `sk-ant-api03-${d(93, WORD)}AA`,
    "Anthropic admin": `sk-ant-admin01-${d(80, WORD)}`,
    OpenAI: `sk-${d(48)}`,
    "OpenAI project": `sk-proj-${d(120, WORD)}`,
    OpenRouter: `sk-or-v1-${d(64, HEX)}`,
    Groq: `gsk_${d(52)}`,
    xAI: `xai-${d(80)}`,
    "Hugging Face": `hf_${d(34)}`,
    Replicate: `r8_${d(37)}`,
    Perplexity: `pplx-${d(48)}`,
    LangSmith: `lsv2_pt_${d(32, HEX)}_${d(10, HEX)}`,
    Langfuse: `sk-lf-${uuid()}`,
    Tavily: `tvly-${d(32)}`,
    Pinecone: `pcsk_${d(6)}_${d(63)}`,
    NVIDIA: `nvapi-${d(64, WORD)}`,
    Databricks: `dapi${d(32, HEX)}`,
    "Google API": `AIza${d(35, WORD)}`,
    "Google OAuth": `ya29.${d(120, WORD)}`,
    "Google client": `GOCSPX-${d(28, WORD)}`,
    AWS: `AKIA${d(16, UPPER)}`,
    "AWS session": `ASIA${d(16, UPPER)}`,
    GitHub: `ghp_${d(36)}`,
    "GitHub OAuth": `gho_${d(36)}`,
    "GitHub server": `ghs_${d(36)}`,
    "GitHub fine-grained": `github_pat_${d(22)}_${d(59)}`,
    GitLab: `glpat-${d(20, WORD)}`,
    "GitLab deploy": `gldt-${d(20, WORD)}`,
    "GitLab runner": `glrt-${d(20, WORD)}`,
    Bitbucket: `ATBB${d(32)}`,
    Atlassian: `ATATT3xFfGF0${d(170, WORD)}=${d(8, HEX)}`,
    npm: `npm_${d(36)}`,
    PyPI: `pypi-AgEIcHlwaS5vcmc${d(150, WORD)}`,
    RubyGems: `rubygems_${d(48, HEX)}`,
    NuGet: `oy2${d(43, "abcdefghijklmnopqrstuvwxyz0123456789")}`,
    "Docker Hub": `dckr_pat_${d(27, WORD)}`,
    Artifactory: `AKCp${d(69)}`,
    CircleCI: `CCIPAT_${d(22)}_${d(40, HEX)}`,
    Sonar: `squ_${d(40, HEX)}`,
    Postman: `PMAK-${d(24, HEX)}-${d(34, HEX)}`,
    Pulumi: `pul-${d(40, HEX)}`,
    DigitalOcean: `dop_v1_${d(64, HEX)}`,
    Heroku: `HRKU-${uuid()}`,
    Alibaba: `LTAI${d(20)}`,
    "Fly.io": `fo1_${d(43, WORD)}`,
    Netlify: `nfp_${d(36)}`,
    Supabase: `sbp_${d(40, HEX)}`,
    PlanetScale: `pscale_tkn_${d(43, WORD)}`,
    Doppler: `dp.pt.${d(43)}`,
    Vault: `hvs.${d(95, WORD)}`,
    Terraform: `${d(14)}.atlasv1.${d(67, WORD)}`,
    Dynatrace: `dt0c01.${d(24, UPPER)}.${d(64, UPPER)}`,
    "New Relic": `NRAK-${d(27, UPPER)}`,
    Grafana: `glsa_${d(32)}_${d(8, HEX)}`,
    "Grafana cloud": `glc_${d(80)}`,
    Sentry: `sntryu_${d(64, HEX)}`,
    Tailscale: `tskey-auth-${d(11)}CNTRL-${d(32)}`,
    "Slack bot": `xoxb-${d(12, DIGITS)}-${d(12, DIGITS)}-${d(24)}`,
    "Slack user": `xoxp-${d(12, DIGITS)}-${d(12, DIGITS)}-${d(12, DIGITS)}-${d(32, HEX)}`,
    "Slack app": `xapp-1-A${d(10, UPPER)}-${d(13, DIGITS)}-${d(64, HEX)}`,
    Discord: `MT${d(24)}.${d(6, WORD)}.${d(38, WORD)}`,
    Telegram: `${d(9, "123456789")}:AA${d(33, WORD)}`,
    SendGrid: `SG.${d(22, WORD)}.${d(43, WORD)}`,
    Twilio: `SK${d(32, HEX)}`,
    Mailgun: `key-${d(32, HEX)}`,
    Mailchimp: `${d(32, HEX)}-us14`,
    Brevo: `xkeysib-${d(64, HEX)}-${d(16)}`,
    Notion: `ntn_${d(46)}`,
    "Notion, older": `secret_${d(43)}`,
    Linear: `lin_api_${d(40)}`,
    Figma: `figd_${d(40, WORD)}`,
    Airtable: `pat${d(14)}.${d(64, HEX)}`,
    HubSpot: `pat-na1-${uuid()}`,
    Shopify: `shpat_${d(32, HEX)}`,
    Stripe: `sk_live_${d(24)}`,
    "Stripe restricted": `rk_live_${d(24)}`,
    "Stripe webhook": `whsec_${d(32)}`,
    Square: `sq0csp-${d(43, WORD)}`,
    Razorpay: `rzp_live_${d(14)}`,
    Flutterwave: `FLWSECK_TEST-${d(32, HEX)}-X`,
    EasyPost: `EZAK${d(54)}`,
    Mapbox: `sk.eyJ${d(80, WORD)}.${d(22, WORD)}`,
    Typeform: `tfp_${d(44, WORD)}`,
    age: `AGE-SECRET-KEY-1${d(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")}`,
    "JSON web token": `eyJ${d(30, WORD)}.eyJ${d(80, WORD)}.${d(43, WORD)}`,
    "Azure client secret": `${d(3)}8Q~${d(34)}`,
    ClickUp: `pk_${d(8, "123456789")}_${d(32, UPPER)}`,
  };
  return Object.entries(kinds).map(([what, value]) => ({ what, value, inText: value }));
}

export function corpusCredentials(round = 0): CorpusSecret[] {
  const d = drawer(round + 50);
  const kinds: [string, string, (value: string) => string][] = [
    ["password in an environment", d(9), (v) => `DB_PASS=${v}`],
    ["password without digits", d(10, LETTERS), (v) => `MYSQL_PASSWORD=${v}`],
    ["short password", d(6), (v) => `password: "${v}"`],
    ["password in JSON", d(12), (v) => JSON.stringify({ user: "app", password: v })],
    ["password in single quotes", d(8, LETTERS), (v) => `password='${v}'`],
    ["password on a command line", d(10), (v) => `mysql -h db --password ${v} main`],
    ["password with =", d(10), (v) => `psql --password=${v}`],
    ["netrc", d(14), (v) => `machine api.example.org login deploy password ${v}`],
    ["curl user", d(14), (v) => `curl -u deploy:${v} https://api.example.org/x`],
    ["URL password", d(14), (v) => `postgres://app:${v}@db.internal:5432/main`],
    ["URL password with a slash", `${d(6)}/${d(7)}`, (v) => `redis://default:${v}@cache.internal:6379/0`],
    ["mongo URL", d(16), (v) => `mongodb+srv://root:${v}@cluster0.abcde.mongodb.net/x`],
    ["basic header", Buffer.from(`deploy:${d(14)}`).toString("base64"), (v) => `Authorization: Basic ${v}`],
    ["token header", d(40, HEX), (v) => `Authorization: token ${v}`],
    ["bearer header", d(40, WORD), (v) => `Authorization: Bearer ${v}`],
    ["bearer header in JSON", d(40), (v) => JSON.stringify({ headers: { Authorization: `Bearer ${v}` } })],
    ["key header", d(32), (v) => `X-Api-Key: ${v}`],
    ["cookie", d(32), (v) => `Cookie: theme=dark; session=${v}; lang=en`],
    ["set-cookie", d(32), (v) => `Set-Cookie: sid=${v}; Path=/; HttpOnly`],
    ["AWS secret key", d(40, `${ALNUM}+/`), (v) => `aws_secret_access_key = ${v}`],
    [
      "Azure account key",
      `${d(86, `${ALNUM}+/`)}==`,
      (v) => `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${v};EndpointSuffix=core.windows.net`,
    ],
    [
      "Azure shared access key",
      `${d(43)}=`,
      (v) => `Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${v}`,
    ],
    ["client secret", d(32), (v) => `client_secret: ${v}`],
    ["API key in code", d(32, HEX), (v) => `const apiKey = "${v}";`],
    ["API key in YAML", d(40, HEX), (v) => `  datadog_api_key: ${v}`],
    ["refresh token", d(60, WORD), (v) => JSON.stringify({ refresh_token: v })],
    ["token in a URL", d(24), (v) => `https://files.example.org/a?x=1&access_token=${v}&y=2`],
    ["signature in a URL", d(43), (v) => `https://x.blob.core.windows.net/c/b?sv=2024-01-01&sig=${v}`],
    [
      "Slack hook",
      `T${d(10, UPPER)}/B${d(10, UPPER)}/${d(24)}`,
      (v) => `https://hooks.slack.com/services/${v}`,
    ],
    ["Discord hook", `${d(18, "123456789")}/${d(68, WORD)}`, (v) => `https://discord.com/api/webhooks/${v}`],
    ["JSON web key", d(43, WORD), (v) => `{"kty":"EC","crv":"P-256","d":"${v}"}`],
    ["passphrase", d(20), (v) => `passphrase = "${v}"`],
    ["PGPASSWORD", d(12), (v) => `PGPASSWORD=${v} psql -h db`],
    ["private key of WireGuard", `${d(43, `${ALNUM}+/`)}=`, (v) => `PrivateKey = ${v}`],
  ];
  return kinds.map(([what, value, inText]) => ({ what, value, inText: inText(value) }));
}

export function corpusBlocks(round = 0): CorpusSecret[] {
  const d = drawer(round + 80);
  const lines = Array.from({ length: 12 }, () => d(64, `${ALNUM}+/`));
  const value = lines[6] ?? "";
  const block = (title: string, between = "\n", end = `${between}-----END ${title}-----`) =>
    `-----BEGIN ${title}-----${between}${lines.join(between)}${end}`;
  return [
    { what: "RSA key", value, inText: block("RSA PRIVATE KEY") },
    { what: "OpenSSH key", value, inText: block("OPENSSH PRIVATE KEY") },
    { what: "key without its end", value, inText: `${block("EC PRIVATE KEY", "\n", "")}\n\nand so on` },
    { what: "key on one line", value, inText: block("PRIVATE KEY", " ") },
    { what: "key in JSON", value, inText: JSON.stringify({ private_key: block("PRIVATE KEY") }) },
    { what: "PGP key", value, inText: block("PGP PRIVATE KEY BLOCK") },
  ];
}

export function corpusPersonal(round = 0): CorpusSecret[] {
  const d = drawer(round + 120);
  const n = (chars: number) => d(chars, "23456789");
  const name = d(7, "abcdefghijklmnoprstuvw");
  const kinds: [string, string, ((value: string) => string)?][] = [
    ["e-mail", `${name}.${d(5, HEX)}@example.org`],
    ["e-mail with a tag", `${name}+${d(4, HEX)}@mail.example.co.uk`],
    ["IDN mail", `${name}@müller-${d(3, HEX)}.de`],
    ["card", cardOf(`4${d(14, DIGITS)}`)],
    ["card in groups", (cardOf(`5${d(14, DIGITS)}`).match(/\d{4}/g) ?? []).join(" ")],
    ["phone", `+49 30 ${n(4)} ${n(4)}`],
    ["phone without spaces", `+4917${n(9)}`],
    ["American phone", `(${n(3)}) ${n(3)}-${n(4)}`],
    ["national phone", `030 ${n(4)} ${n(4)}`],
    ["national phone with a slash", `0171/${n(7)}`],
    ["British phone", `020 7${n(3)} ${n(4)}`],
    ["IBAN", ibanOf("DE", `${d(18, DIGITS)}`)],
    ["IBAN in groups", (ibanOf("DE", d(18, DIGITS)).match(/.{1,4}/g) ?? []).join(" ")],
    ["social security number", `${d(1, "1234")}${n(2)}-${n(2)}-${n(4)}`],
    ["IPv4", `${d(1, "123456789")}4.${n(2)}.${n(2)}.${n(2)}`, (v) => `connected to ${v}:443`],
    ["IPv6", `2001:db8:${[1, 2, 3, 4, 5, 6].map(() => d(4, HEX)).join(":")}`],
    ["short IPv6", `2a02:${d(4, HEX)}::${d(3, HEX)}`],
    ["MAC", Array.from({ length: 6 }, () => d(2, HEX)).join(":")],
    ["coordinates", `52.${n(5)}, 13.${n(5)}`],
    ["home", name, (v) => `/home/${v}/project/a.ts`],
    ["home on a Mac", `${name} Smith`, (v) => `/Users/${v}/project/a.ts`],
    ["home on Windows", `${name} Smith`, (v) => `C:\\Users\\${v}\\project\\a.ts`],
    ["project folder of an agent", name, (v) => `~/.claude/projects/-home-${v}-work-api/x.jsonl`],
    ["ssh", `${name}@build-${d(3, HEX)}`, (v) => `ssh -p 22 ${v} uptime`],
    ["prompt", `${name}@box${d(2, HEX)}`, (v) => `${v}:~/src$ ls`],
  ];
  return kinds.map(([what, value, inText]) => ({ what, value, inText: inText?.(value) ?? value }));
}

export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(`user: x\nvalue: ${text}\n`).toString("base64"),
  "base64 for URLs": (text) => Buffer.from(`{"value":"${text}"}`).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
  "\\x": (text) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  "\\u": (text) =>
    text.replace(/[^A-Za-z0-9]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
  URL: (text) => encodeURIComponent(text).replaceAll("-", "%2D").replaceAll("_", "%5F"),
  "URL, twice": (text) => encodeURIComponent(encodeURIComponent(text).replaceAll("-", "%2D")),
  "JSON in JSON": (text) => JSON.stringify(JSON.stringify({ a: text })),
  HTML: (text) => text.replace(/[^A-Za-z0-9]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  "HTML, twice": (text) =>
    text.replace(/[^A-Za-z0-9]/g, (sign) => `&amp;#x${sign.charCodeAt(0).toString(16)};`),
  "signs without width": (text) => text.split("").join("\u200b"),
  "soft hyphens": (text) => text.replace(/(.{3})/g, "$1\u00ad"),
  "line break": (text) => `${text.slice(0, text.length >> 1)}\n${text.slice(text.length >> 1)}`,
  "colour codes": (text) => `\u001b[31m${text.slice(0, 5)}\u001b[1m${text.slice(5)}\u001b[0m`,
  "full width": (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
};

export function cardOf(fifteen: string): string {
  for (let digit = 0; digit < 10; digit++) if (isCard(`${fifteen}${digit}`)) return `${fifteen}${digit}`;
  return fifteen;
}

export function ibanOf(country: string, account: string): string {
  for (let check = 2; check < 99; check++) {
    const iban = `${country}${String(check).padStart(2, "0")}${account}`;
    if (isIban(iban)) return iban;
  }
  return account;
}
