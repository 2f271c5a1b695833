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

/** Where calls may come from; null where from everywhere. */
export interface Neighbours {
  /** Names that lead here, as `Host` may say them. */
  readonly hosts: readonly string[] | null
  /** Hosts of pages that may call from a browser. */
  readonly origins: readonly string[] | null
}

/** The header by which a call comes from a stranger's page, or by a stranger's name. */
export function strangeHeader(
  { header }: { header(name: string): string | undefined },
  { hosts, origins }: Neighbours,
): 'Host' | 'Origin' | null {
  const origin = header('origin')
  if (hosts && !isOwnHost(header('host'), hosts)) return 'Host'
  const isNear = origin === undefined || isOwnHost(URL.parse(origin)?.host ?? '?', origins ?? [])
  return origins && !isNear ? 'Origin' : null
}
