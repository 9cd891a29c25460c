/**
 * Keys with a known prefix, as their issuers document them. Written for this project, under its licence. The choice of
 * issuers follows the public rule sets in `SOURCES`.
 */

export type KeyChars = "hex" | "alnum" | "word" | "base64" | "dotted";

export interface KeyRule {
  readonly id: string;
  readonly label: string;
  readonly begins: readonly string[];
  readonly chars: KeyChars;
  /** The smallest and the largest number of characters after the prefix. */
  readonly min: number;
  readonly max: number;
  /** `start`: no letter or digit before it; `end`: no letter or digit after it; `digit`: it contains a digit. */
  readonly needs?: readonly ("start" | "end" | "digit")[];
}

const key = (
  id: string,
  label: string,
  begins: string,
  chars: KeyChars,
  min: number,
  max: number,
  ...needs: ("start" | "end" | "digit")[]
): KeyRule => ({ id, label, begins: begins.split(" "), chars, min, max, needs });

const MODELS: readonly KeyRule[] = [
  key("anthropic", "Anthropic key", "sk-ant-", "word", 16, 300),
  key("openai", "OpenAI key", "sk-proj- sk-svcacct- sk-admin- sk-or-v1-", "word", 20, 300),
  key("openai", "OpenAI key", "sk-", "word", 20, 300, "start", "digit"),
  key("groq", "Groq key", "gsk_", "alnum", 30, 100),
  key("xai", "xAI key", "xai-", "alnum", 30, 120),
  key("huggingface", "Hugging Face token", "hf_ api_org_", "alnum", 30, 100),
  key("replicate", "Replicate token", "r8_", "alnum", 30, 60, "start"),
  key("perplexity", "Perplexity key", "pplx-", "alnum", 30, 80),
  key("fireworks", "Fireworks key", "fw_", "alnum", 20, 60, "start", "digit"),
  key("together", "Together key", "tgp_v1_", "word", 30, 80),
  key("langsmith", "LangSmith key", "lsv2_pt_ lsv2_sk_", "word", 30, 80),
  key("langfuse", "Langfuse key", "sk-lf- pk-lf-", "word", 30, 50),
  key("tavily", "Tavily key", "tvly-", "word", 20, 80),
  key("pinecone", "Pinecone key", "pcsk_", "word", 40, 100),
  key("e2b", "E2B key", "e2b_", "hex", 36, 60),
  key("firecrawl", "Firecrawl key", "fc-", "hex", 32, 32, "start", "end"),
  key("cerebras", "Cerebras key", "csk-", "alnum", 30, 80),
  key("nvidia", "NVIDIA key", "nvapi-", "word", 40, 100),
  key("jina", "Jina key", "jina_", "word", 40, 80),
  key("voyage", "Voyage key", "pa-", "word", 40, 60, "start", "digit"),
  key("elevenlabs", "ElevenLabs key", "sk_", "hex", 40, 60, "start", "end"),
  key("databricks", "Databricks token", "dapi", "hex", 32, 40),
];

const CODE: readonly KeyRule[] = [
  key("github", "GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "alnum", 30, 255),
  key("github", "GitHub token", "github_pat_", "word", 22, 255),
  key(
    "gitlab",
    "GitLab token",
    "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct-",
    "dotted",
    18,
    255,
  ),
  key("gitlab", "GitLab token", "GR1348941", "word", 18, 60),
  key("bitbucket", "Bitbucket token", "ATBB", "alnum", 28, 60),
  key("atlassian", "Atlassian token", "ATATT3 ATCTT3 ATSTT3", "base64", 50, 400),
  key("npm", "npm token", "npm_", "alnum", 30, 60),
  key("pypi", "PyPI token", "pypi-", "word", 50, 400),
  key("rubygems", "RubyGems key", "rubygems_", "hex", 40, 60),
  key("crates", "crates.io token", "cio", "alnum", 32, 32, "start", "end", "digit"),
  key("nuget", "NuGet key", "oy2", "alnum", 43, 43, "start", "end"),
  key("clojars", "Clojars token", "CLOJARS_", "alnum", 40, 80),
  key(
    "packagist",
    "Packagist token",
    "packagist_uut_ packagist_out_ packagist_ack_ packagist_ort_",
    "alnum",
    40,
    90,
  ),
  key("docker", "Docker Hub token", "dckr_pat_ dckr_oat_", "word", 20, 80),
  key("artifactory", "Artifactory key", "AKCp cmVmdGtu", "alnum", 50, 120),
  key("circleci", "CircleCI token", "CCIPAT_ CCIPRJ_", "word", 40, 120),
  key("buildkite", "Buildkite token", "bkua_ bkpt_ bkaj_", "alnum", 30, 80),
  key("sonar", "Sonar token", "sqp_ squ_ sqa_", "hex", 40, 50),
  key("sourcegraph", "Sourcegraph token", "sgp_", "word", 40, 90),
  key("postman", "Postman key", "PMAK-", "word", 50, 80),
  key("readme", "ReadMe key", "rdme_", "alnum", 60, 90),
  key("pulumi", "Pulumi token", "pul-", "hex", 40, 40, "start"),
  key("prefect", "Prefect key", "pnu_ pnb_", "alnum", 36, 36),
  key("sightglass", "Sightglass key", "sgk_", "word", 40, 50),
];

const CLOUDS: readonly KeyRule[] = [
  key("aws", "AWS key id", "AKIA ASIA ABIA ACCA", "alnum", 16, 16, "start", "end"),
  key("aws-bedrock", "Amazon Bedrock key", "ABSK", "base64", 100, 300),
  key("google", "Google key", "AIza", "word", 30, 60),
  key("google", "Google token", "ya29.", "word", 20, 300),
  key("google-client", "Google client secret", "GOCSPX-", "word", 20, 60),
  key("google-refresh", "Google refresh token", "1//0", "word", 40, 200, "start"),
  key("digitalocean", "DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", "hex", 60, 70),
  key("heroku", "Heroku key", "HRKU-", "word", 30, 80),
  key("alibaba", "Alibaba key id", "LTAI", "alnum", 17, 24, "start", "end", "digit"),
  key("tencent", "Tencent key id", "AKID", "alnum", 32, 32, "start", "end"),
  key("scaleway", "Scaleway key", "SCW", "alnum", 17, 17, "start", "end", "digit"),
  key("yandex", "Yandex key", "AQVN y0_ t1.", "word", 35, 300, "start", "digit"),
  key("cloudflare", "Cloudflare key", "v1.0-", "word", 100, 250, "start"),
  key("fly", "Fly.io token", "fm1_ fm2_ fo1_", "base64", 40, 1_000, "start"),
  key("vercel", "Vercel token", "vercel_blob_rw_ vcp_ vci_ vca_ vcr_ vck_", "word", 24, 80, "start"),
  key("netlify", "Netlify token", "nfp_ nfo_ nfc_ nfu_", "alnum", 36, 60),
  key("supabase", "Supabase key", "sbp_", "hex", 40, 50),
  key("supabase", "Supabase key", "sb_secret_", "word", 20, 60),
  key("planetscale", "PlanetScale token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "dotted", 30, 80),
  key("neon", "Neon key", "napi_", "alnum", 40, 80),
  key("render", "Render key", "rnd_", "alnum", 28, 40, "start"),
  key("doppler", "Doppler token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", "dotted", 40, 70),
  key("vault", "Vault token", "hvs. hvb. hvr.", "word", 24, 300),
  key("terraform", "Terraform token", "atlasv1.", "word", 50, 90),
  key("dynatrace", "Dynatrace token", "dt0c01. dt0s16. dt0s02.", "dotted", 60, 110),
  key("new-relic", "New Relic key", "NRAK- NRJS- NRII- NRRA- NRBR- NRIQ-", "word", 19, 60),
  key("grafana", "Grafana token", "glsa_ glc_", "base64", 32, 400),
  key("grafana", "Grafana key", "eyJrIjoi", "base64", 60, 400),
  key("sentry", "Sentry token", "sntrys_ sntryu_ sntrya_", "base64", 40, 400),
  key("honeycomb", "Honeycomb key", "hcaik_ hcaic_ hcamk_ hcbik_", "alnum", 40, 90),
  key(
    "tailscale",
    "Tailscale key",
    "tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook-",
    "word",
    20,
    90,
  ),
  key("infracost", "Infracost key", "ico-", "alnum", 32, 32, "start", "end"),
  key("octopus", "Octopus Deploy key", "API-", "alnum", 25, 40, "start", "end", "digit"),
  key("launchdarkly", "LaunchDarkly key", "sdk- mob- api-", "word", 36, 40, "start", "digit"),
];

const MESSAGES: readonly KeyRule[] = [
  key(
    "slack",
    "Slack token",
    "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb-",
    "word",
    10,
    300,
  ),
  key("slack", "Slack app token", "xapp-", "word", 20, 200),
  key("slack-hook", "Slack hook", "hooks.slack.com/services/ hooks.slack.com/workflows/", "base64", 20, 120),
  key(
    "discord-hook",
    "Discord hook",
    "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
    "base64",
    40,
    120,
  ),
  key("teams-hook", "Teams hook", "webhook.office.com/webhookb2/", "dotted", 60, 250),
  key("sendgrid", "SendGrid key", "SG.", "dotted", 40, 130, "start"),
  key("twilio", "Twilio key", "SK AC", "hex", 32, 32, "start", "end"),
  key("mailgun", "Mailgun key", "key-", "hex", 32, 32, "start", "end"),
  key("brevo", "Brevo key", "xkeysib- xsmtpsib-", "word", 60, 110),
  key("resend", "Resend key", "re_", "word", 24, 50, "start", "digit"),
  key("zapier-hook", "Zapier hook", "hooks.zapier.com/hooks/catch/", "base64", 10, 60),
];

const OFFICE: readonly KeyRule[] = [
  key("notion", "Notion token", "ntn_", "alnum", 40, 60),
  key("notion", "Notion token", "secret_", "alnum", 40, 50, "digit"),
  key("linear", "Linear key", "lin_api_ lin_oauth_", "alnum", 32, 80),
  key("figma", "Figma token", "figd_ figo_ figdr_", "word", 36, 80),
  key("typeform", "Typeform token", "tfp_", "dotted", 40, 80),
  key("contentful", "Contentful token", "CFPAT-", "word", 40, 60),
  key("hubspot", "HubSpot token", "pat-na1- pat-na2- pat-eu1- pat-ap1-", "word", 36, 36),
  key("mapbox", "Mapbox token", "pk.eyJ sk.eyJ tk.eyJ", "dotted", 60, 250),
  key("dropbox", "Dropbox token", "sl.u. sl.B", "word", 100, 1_500, "start"),
  key("onepassword", "1Password token", "ops_eyJ", "base64", 200, 1_500),
  key("adobe", "Adobe secret", "p8e-", "word", 32, 40, "start"),
  key("facebook", "Facebook token", "EAACEdEose0cBA EAAG EAAJ EAAB", "alnum", 80, 400, "start", "digit"),
  key("shopify", "Shopify token", "shpat_ shpca_ shppa_ shpss_", "hex", 32, 40),
  key("twitch", "Twitch token", "oauth:", "alnum", 30, 30, "start", "end", "digit"),
  key("age", "age key", "AGE-SECRET-KEY-1", "alnum", 40, 70),
];

const MONEY: readonly KeyRule[] = [
  key("stripe", "Stripe key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", "base64", 16, 255),
  key("square", "Square token", "sq0atp- sq0csp- sq0idp-", "word", 20, 60),
  key("square", "Square token", "EAAAE EAAAl", "word", 55, 65, "start", "digit"),
  key("paypal", "PayPal token", "access_token$production$ access_token$sandbox$", "dotted", 40, 70),
  key("plaid", "Plaid token", "access-sandbox- access-development- access-production-", "word", 36, 36),
  key("flutterwave", "Flutterwave key", "FLWSECK_TEST- FLWSECK-", "word", 30, 60),
  key("razorpay", "Razorpay key", "rzp_live_ rzp_test_", "alnum", 14, 30),
  key("mollie", "Mollie key", "live_ test_", "alnum", 30, 30, "start", "end", "digit"),
  key("lob", "Lob key", "live_ test_", "hex", 35, 35, "start", "end"),
  key("easypost", "EasyPost key", "EZAK EZTK", "alnum", 54, 60),
  key("duffel", "Duffel token", "duffel_live_ duffel_test_", "base64", 40, 60),
  key("shippo", "Shippo token", "shippo_live_ shippo_test_", "hex", 40, 40),
];

export const KEY_RULES: readonly KeyRule[] = [
  ...MODELS,
  ...CODE,
  ...CLOUDS,
  ...MESSAGES,
  ...OFFICE,
  ...MONEY,
];
