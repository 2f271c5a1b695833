const OCTET = String.raw`\d{1,3}`
const IPV4 = String.raw`(?:${OCTET}\.){3}${OCTET}`
const IPV6 = String.raw`(?=[0-9a-f:]*::|(?:[0-9a-f]+:){7})[0-9a-f:]{3,39}`

/** Patterns of values that callers paste into a query, and words for their kind. */
const LITERALS: readonly (readonly [shape: RegExp, kinds: readonly string[]])[] = [
  [new RegExp(`^(?:${IPV4}|${IPV6})/${OCTET}$`, 'i'), ['cidr', 'ip', 'block', 'range']],
  [new RegExp(`^(?:${IPV4}|${IPV6})$`, 'i'), ['ip', 'address']],
  [/^https?:\/\/\S+$/i, ['url', 'page', 'website']],
  [/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i, ['email', 'address', 'mailbox']],
  [
    /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|ai|app|dev|co|gov|edu|info|biz|xyz|uk|de|fr|eu)$/i,
    ['domain', 'host'],
  ],
  [/^0x[0-9a-f]{40}$/i, ['address', 'wallet', 'token', 'contract']],
  [/^0x[0-9a-f]{64}$/i, ['transaction', 'hash']],
  [/^eyJ[\w-]*\.[\w-]+\.[\w-]*$/, ['jwt']],
  [/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/, ['date', 'time']],
  [/^(?:0?[1-9]|1[0-2])(?::[0-5]\d)?[ap]m$/i, ['instant', 'time', 'convert']],
  [/^\*(?:\/\d+)?$/, ['cron', 'expression']],
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, ['uuid', 'identifier']],
]

const LONGEST = 2048
const OPENING = /^["'`(<[]+/
const CLOSING = /(?<!["'`)>\],;:?!.])["'`)>\],;:?!.]+$/

/** Words for the kind of a pasted value; empty for a plain word. */
export function kindsOf(chunk: string): readonly string[] {
  if (chunk.length > LONGEST) return []
  const bare = chunk.replace(OPENING, '').replace(CLOSING, '')
  return LITERALS.find(([shape]) => shape.test(bare))?.[1] ?? []
}
