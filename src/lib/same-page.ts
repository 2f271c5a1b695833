const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|igshid|ref_src)$/i

/**
 * What an address has in common with others of the same page: neither scheme, `www.`, fragment, a
 * last slash, nor marks of campaigns tell pages apart. What is no address stands for itself.
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
