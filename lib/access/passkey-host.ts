/** Whether browsers take passkeys for an address: one that is named, not numbered, and is reached safely. */
export function takesPasskeys({ protocol, hostname }: URL): boolean {
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return !isNumber && (protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost"));
}
