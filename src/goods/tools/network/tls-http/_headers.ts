/**
 * Headers as an object, without cookies: their values are private, and they are read separately.
 */
export const headerFields = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Array.from(headers).filter(([name]) => name !== 'set-cookie'))

export interface Cookie {
  readonly name: string
  readonly secure: boolean
  readonly httpOnly: boolean
  readonly sameSite: string | null
}

const COOKIES_MAX = 100

export const cookiesOf = (headers: Headers): Cookie[] =>
  headers.getSetCookie().slice(0, COOKIES_MAX).map(cookieOf)

function cookieOf(text: string): Cookie {
  const [pair = '', ...attributes] = text.split(';').map((part) => part.trim())
  const valueOf = (wanted: string) =>
    attributes.find((one) => one.toLowerCase().split('=')[0]?.trim() === wanted)
  const sameSite = valueOf('samesite')?.split('=')[1]?.trim() ?? null
  return {
    name: pair.split('=')[0]?.trim() ?? '',
    secure: valueOf('secure') !== undefined,
    httpOnly: valueOf('httponly') !== undefined,
    sameSite: sameSite ? sameSite[0]!.toUpperCase() + sameSite.slice(1).toLowerCase() : null,
  }
}

/**
 * Parses `max-age=60, public` into names in lower case with their values, `''` if there is none.
 */
export function directivesOf(text: string | null, separator = ','): ReadonlyMap<string, string> {
  const parts = (text ?? '').split(separator).map((part) => part.trim())
  return new Map(
    parts.filter(Boolean).map((part) => {
      const [name = '', ...value] = part.split('=')
      return [
        name.trim().toLowerCase(),
        value
          .join('=')
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ]
    }),
  )
}

/** Whole seconds of a directive; null if it is not such a number. */
export function secondsOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

const CDN_MARKS: readonly (readonly [name: string, header: string, value: RegExp])[] = [
  ['Cloudflare', 'cf-ray', /./],
  ['Amazon CloudFront', 'x-amz-cf-id', /./],
  ['Fastly', 'x-fastly-request-id', /./],
  ['Fastly', 'x-served-by', /^cache-/i],
  ['Akamai', 'x-akamai-transformed', /./],
  ['Akamai', 'server', /^AkamaiGHost/i],
  ['Vercel', 'x-vercel-id', /./],
  ['Netlify', 'x-nf-request-id', /./],
  ['Azure Front Door', 'x-azure-ref', /./],
  ['Google Cloud CDN', 'via', /1\.1 google/i],
  ['bunny.net', 'cdn-pullzone', /./],
  ['KeyCDN', 'x-edge-location', /./],
  ['GitHub Pages', 'x-github-request-id', /./],
  ['Sucuri', 'x-sucuri-id', /./],
  ['Imperva', 'x-iinfo', /./],
  ['Fly.io', 'fly-request-id', /./],
]

/** The content delivery network of a site, and the header that shows it. */
export function cdnOf(headers: Headers): { readonly name: string; readonly header: string } | null {
  for (const [name, header, value] of CDN_MARKS)
    if (value.test(headers.get(header) ?? '')) return { name, header }
  return null
}
