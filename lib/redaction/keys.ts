import type { Detector } from "./detector";
import { byPattern } from "./detector";

/** Keys of providers by the way they begin. A key in a file name follows an underscore, so that is no part of one. */
export const KEY_DETECTORS: readonly Detector[] = [
  byPattern("anthropic", "Anthropic key", /(?<![A-Za-z0-9])sk-ant-[\w-]{16,300}/g),
  byPattern(
    "openai",
    "OpenAI key",
    /(?<![A-Za-z0-9])sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[\w-]{20,300}/g,
    hasDigit,
  ),
  byPattern("google", "Google key", /(?<![A-Za-z0-9])(?:AIza[\w-]{30,60}|ya29\.[\w-]{20,300})/g),
  byPattern("aws", "AWS key id", /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])/g),
  byPattern(
    "github",
    "GitHub token",
    /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})/g,
  ),
  byPattern("gitlab", "GitLab token", /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt)-[\w-]{18,255}/g),
  byPattern("slack", "Slack token", /(?<![A-Za-z0-9])xox[abeoprs]-[\w-]{10,255}/g),
  byPattern("slack-hook", "Slack hook", /hooks\.slack\.com\/services\/(?<it>[\w/]{20,100})/g),
  byPattern("stripe", "Stripe key", /(?<![A-Za-z0-9])(?:[rs]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,255}/g),
  byPattern("huggingface", "Hugging Face token", /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,100}/g),
  byPattern("sendgrid", "SendGrid key", /(?<![A-Za-z0-9])SG\.[\w-]{16,64}\.[\w-]{16,64}/g),
  byPattern("twilio", "Twilio key", /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![0-9a-f])/g),
  byPattern("npm", "npm token", /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,60}/g),
  byPattern("groq", "Groq key", /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{30,100}/g),
  byPattern("xai", "xAI key", /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{30,120}/g),
  byPattern("sightglass", "Sightglass key", /(?<![A-Za-z0-9])sgk_[\w-]{40,50}/g),
  byPattern("jwt", "JSON web token", /(?<![A-Za-z0-9])eyJ[\w-]{8,4000}\.[\w-]{8,8000}(?:\.[\w-]{0,2000})?/g),
  byPattern(
    "private-key",
    "private key",
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{20,8000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
  ),
  byPattern("bearer", "bearer token", /\bBearer\s{1,3}(?<it>[\w.~+/=-]{16,4000})/gi, hasDigit),
  byPattern(
    "url-password",
    "password in a URL",
    /[a-z]{2,12}:\/\/[^\s/:@"'<>]{0,100}:(?<it>[^\s/@"'<>]{1,200})@/gi,
  ),
  byPattern(
    "url-token",
    "token in a URL",
    /[?&#;](?:access_token|id_token|refresh_token|api[-_]?key|key|token|auth|sig|signature|secret|password|code|x-amz-signature|x-amz-security-token)=(?<it>[^&\s"'<>\\#]{6,4000})/gi,
  ),
  byPattern(
    "assignment",
    "named secret",
    /(?:password|passwd|passphrase|secret|api[-_]?key|access[-_]?key|auth[-_]?token|access[-_]?token)["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\]{0,4}(?<it>[^\s"'\\,;(){}[\]<>]{8,200})/gi,
    hasDigit,
  ),
];

function hasDigit(text: string): boolean {
  return /\d/.test(text);
}
