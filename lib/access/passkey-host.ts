/**
 * Whether browsers accept passkeys for an address. They need a host name, not an IP address, and a secure connection.
 */
export function isPasskeyHost({ protocol, hostname }: URL): boolean {
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return !isNumber && (protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost"));
}
