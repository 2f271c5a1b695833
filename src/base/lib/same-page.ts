const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|igshid|ref_src)$/i

/**
 * A key that is equal for addresses of the same page: scheme, `www.`, fragment, trailing slash and
 * campaign parameters are ignored. Text that is not an address stays as it is.
 */
export function pageKey(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return address
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
  const path = url.pathname.replace(/\/$/, '')
  return `${url.host.replace(/^www\./, '')}${path}?${query.join('&')}`
}
