/** Heads of requests that fill what a head may hold, for any door. */
export interface Head {
  readonly name: string
  /** What follows the path of the door. */
  readonly after?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
}

/** Node's own limit is 16 KB for the whole head. */
const LENGTH = 15_000

const fill = (piece: string, length = LENGTH): string =>
  piece.repeat(Math.floor(length / piece.length))
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const long = (name: string, piece: string): Head => ({
  name: `${name}: ${piece.slice(0, 12)}…`,
  headers: [[name, fill(piece)]],
})

const PAYMENT = (json: string) =>
  base64(`{"x402Version":2,"payload":${json},"accepted":{"scheme":"exact"}}`)

export const HEADS: readonly Head[] = [
  { name: 'many headers', headers: Array.from({ length: 1_500 }, (_, at) => [`x-${at}`, '1']) },
  { name: 'headers of one name', headers: Array.from({ length: 1_200 }, () => ['x-same', 'a']) },
  { name: 'many cookies', headers: [['cookie', fill('operator=1.a; ')]] },
  long('cookie', 'operator=1'),
  long('accept', 'text/html;q=0.1,'),
  long('accept', '*/*;q='),
  long('accept-encoding', 'br;q=0,'),
  long('accept-payment', 'x402;q=0.1, '),
  long('prefer', 'respond-async;a=1,'),
  long('x-forwarded-for', '1.1.1.1,'),
  long('x-forwarded-for', '2001:db8::'),
  long('if-none-match', '"a",'),
  long('idempotency-key', 'a'),
  long('x-resume-token', 'a'),
  long('authorization', 'Bearer fbx_'),
  long('authorization', 'Payment a="b",'),
  long('x-proof-of-work', 'a.'),
  long('stripe-signature', 't=1,v1=a,'),
  long('a2a-version', '1.'),
  long('origin', 'https://a'),
  long('mcp-protocol-version', '2026'),
  { name: 'a wide payment', headers: [['payment-signature', PAYMENT(`[${fill('1,', 9_000)}1]`)]] },
  {
    name: 'a deep payment',
    headers: [['payment-signature', PAYMENT(fill('[', 4_500) + fill(']', 4_500))]],
  },
  {
    name: 'a deep MPP credential',
    headers: [['authorization', `Payment ${base64(fill('{"a":', 10_000))}`]],
  },
  { name: 'many parameters', after: `?${fill('a=1&')}` },
  {
    name: 'many names',
    after: `?${Array.from({ length: 2_000 }, (_, at) => `a${at}`).join('&')}`,
  },
  { name: 'nested names', after: `?a${fill('[a]')}=1` },
  { name: 'a long parameter', after: `?q=${fill('a')}` },
  { name: 'words', after: `?q=${fill('word+')}&query=${fill('+', 10)}` },
  { name: 'a parameter of escapes', after: `?q=${fill('%00')}` },
  { name: 'a JSON parameter', after: `?q=${fill('[')}` },
  { name: 'a long path', after: `/${fill('a')}` },
  { name: 'many segments', after: fill('/a') },
  { name: 'a path of slashes', after: fill('/') },
  { name: 'a path of escapes', after: `/${fill('%2f')}` },
  { name: 'a path of broken escapes', after: `/${fill('%zz')}` },
]
