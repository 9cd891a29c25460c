export interface HeaderContext {
  readonly path: string;
  /** Random, for this answer only. It marks the scripts that the server wrote. */
  readonly nonce: string;
  readonly https: boolean;
  /** In development React needs `eval` and the reload socket. */
  readonly dev: boolean;
}

const HSTS_SECONDS = 2 * 365 * 24 * 60 * 60;
const FEATURES_OFF = ["camera", "microphone", "geolocation", "payment", "usb", "midi", "display-capture"];

export function makeSecurityHeaders(context: HeaderContext): Record<string, string> {
  const isApi = isApiPath(context.path);
  return {
    "content-security-policy": isApi ? API_POLICY : pagePolicy(context),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": FEATURES_OFF.map((feature) => `${feature}=()`).join(", "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...((isApi || isShare(context.path)) && { "cache-control": "private, no-store" }),
    ...(isShare(context.path) && { "x-robots-tag": "noindex, nofollow" }),
    ...(context.https && { "strict-transport-security": `max-age=${HSTS_SECONDS}; includeSubDomains` }),
  };
}

/** An API answer is data. Even when a browser opens it as a page, it loads and runs nothing. */
const API_POLICY = writePolicy({
  "default-src": "'none'",
  "frame-ancestors": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
});

/**
 * Runs only scripts with the nonce and scripts that those load, and loads nothing from other hosts. Style attributes
 * are allowed because charts use them for sizes and positions; style elements are not.
 */
function pagePolicy({ nonce, dev }: HeaderContext): string {
  return writePolicy({
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src": dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": dev ? "'self' ws:" : "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
}

function writePolicy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Everybody with the link may see a share, but search engines must not index it. */
function isShare(path: string): boolean {
  return /^\/(s|api\/v1\/shares)\//.test(path);
}

function isApiPath(path: string): boolean {
  return /^\/(api|v1|mcp)(\/|$)/.test(path);
}
