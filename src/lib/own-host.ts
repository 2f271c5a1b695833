/**
 * Whether a `Host` header names this machine as its operator would: an address, a name without a
 * dot, `localhost`, or one of `names`. A page of a stranger can have its own name lead here, and
 * would then be of the same origin; such a name has a dot.
 */
export function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  if (header === undefined) return true
  const hostname = URL.parse(`http://${header}`)?.hostname
  if (!hostname) return false
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  const isNear = !hostname.includes('.') || hostname.endsWith('.localhost')
  return isAddress || isNear || names.includes(hostname)
}
