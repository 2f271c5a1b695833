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

/** The allowed origins of calls; null allows all. */
export interface Neighbours {
  /** The allowed names in `Host`. */
  readonly hosts: readonly string[] | null
  /** The hosts of pages that may call from a browser. */
  readonly origins: readonly string[] | null
}

/** The header that shows a foreign page or a foreign host name; null if there is none. */
export function strangeHeader(
  { header }: { header(name: string): string | undefined },
  { hosts, origins }: Neighbours,
): 'Host' | 'Origin' | null {
  const origin = header('origin')
  if (hosts && !isOwnHost(header('host'), hosts)) return 'Host'
  const isNear = origin === undefined || isOwnHost(URL.parse(origin)?.host ?? '?', origins ?? [])
  return origins && !isNear ? 'Origin' : null
}
