/** The route and the checks of a message, from its headers. */

export interface Hop {
  readonly from: string | null
  readonly by: string | null
  readonly protocol: string | null
  readonly atIso: string | null
  /** Seconds since the previous hop; null if a time is missing. */
  readonly delaySeconds: number | null
}

interface Header {
  readonly key: string
  readonly value: string
}

const HOPS_MAX = 100

/** From the sender to the reader, which is the reverse of their order in the message. */
export function hopsOf(headers: readonly Header[]): readonly Hop[] {
  const received = headers
    .filter(({ key }) => key === 'received')
    .slice(0, HOPS_MAX)
    .toReversed()
  let before: number | null = null
  return received.map(({ value }) => {
    const flat = value.replaceAll(/\s+/g, ' ').slice(0, 2_000)
    const word = (name: string) =>
      new RegExp(`(?:^|\\s)${name} ([^\\s;()]{1,255})`, 'i').exec(flat)?.[1] ?? null
    const at = timeOf(flat.slice(flat.lastIndexOf(';') + 1))
    const delay = at === null || before === null ? null : Math.round((at - before) / 1_000)
    before = at ?? before
    const atIso = at === null ? null : new Date(at).toISOString()
    return {
      from: word('from'),
      by: word('by'),
      protocol: word('with'),
      atIso,
      delaySeconds: delay,
    }
  })
}

export function timeOf(text: string): number | null {
  const bare = text.replaceAll(/\([^()]{0,100}\)/g, '').trim()
  if (!/\d{1,2} [A-Za-z]{3} \d{2,4}|\d{4}-\d\d-\d\d/.test(bare)) return null
  const ms = Date.parse(bare)
  return Number.isNaN(ms) ? null : ms
}

export interface Verdicts {
  readonly spf: string | null
  readonly dkim: string | null
  readonly dmarc: string | null
  /** The server that wrote these verdicts. */
  readonly by: string | null
}

/**
 * The topmost Authentication-Results; every server that handles a message can write such a header.
 */
export function verdictsOf(headers: readonly Header[]): Verdicts {
  const value =
    headers.find(({ key }) => key === 'authentication-results')?.value.slice(0, 10_000) ?? ''
  const verdict = (method: string) =>
    new RegExp(`(?:^|[;\\s])${method}\\s*=\\s*([a-z]{1,20})`, 'i')
      .exec(value)?.[1]
      ?.toLowerCase() ?? null
  const spf = headers.find(({ key }) => key === 'received-spf')?.value
  return {
    spf: verdict('spf') ?? /^\s*([a-z]{1,20})/i.exec(spf ?? '')?.[1]?.toLowerCase() ?? null,
    dkim: verdict('dkim'),
    dmarc: verdict('dmarc'),
    by: /^\s*([^\s;]{1,255})/.exec(value)?.[1] ?? null,
  }
}

const HEADERS_MAX = 500

/** Values by lower-case name; a list for a repeated name. */
export function headersOf(headers: readonly Header[]): Record<string, string | string[]> {
  const all = new Map<string, string | string[]>()
  for (const { key, value } of headers.slice(0, HEADERS_MAX)) {
    const before = all.get(key)
    all.set(key, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(all)
}
