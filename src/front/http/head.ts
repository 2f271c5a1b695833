import type { CallReply } from '../../base/core/call.ts'

/** The one header that an answer may have many times. */
export const CHALLENGE = 'www-authenticate'

/**
 * What a browser page may read of an answer: without this it could neither pay nor keep a receipt.
 */
const EXPOSED = [
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'WWW-Authenticate',
  'Payment-Receipt',
  'X-Credits-Balance',
  'X-Credits-Error',
  'X-Idempotent-Replay',
  'X-Resume-Token',
  'X-Pow-Challenge',
  'X-Request-Id',
  'Retry-After',
  'Location',
  'Preference-Applied',
  'Link',
]

const EXPOSED_TEXT = EXPOSED.join(', ')

/** The same, and what every page may read anyway. */
const READABLE = new Set([
  ...EXPOSED.map((name) => name.toLowerCase()),
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
])

const FOR_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_TEXT,
} as const

const ALWAYS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

export type Always = Readonly<Record<string, string>>

/** What every answer says. `isOpenToPages`: pages of other origins may read the answers. */
export const alwaysFor = ({ isOpenToPages }: { readonly isOpenToPages: boolean }): Always =>
  isOpenToPages ? { ...FOR_PAGES, ...ALWAYS } : ALWAYS

/** The challenges of one answer, as HTTP joins them; empty where an offer brings none. */
export function challengesOf({ headers }: Pick<CallReply, 'headers'>): string {
  let all = ''
  for (const [name, value] of headers)
    if (name === CHALLENGE && value !== '') all += all === '' ? value : `, ${value}`
  return all
}

/** The headers of an answer, as they are written. */
export function headersOf(
  { headers, body }: CallReply,
  requestId: string,
  always: Always,
): Record<string, string> {
  const all: Record<string, string> = { ...always, 'x-request-id': requestId }
  for (const [name, value] of headers) {
    if (name === CHALLENGE) {
      if (value !== '') all[name] ??= challengesOf({ headers })
    } else all[name] = value
    // What a tool adds of its own is for pages, too.
    if (!READABLE.has(name) && always['access-control-allow-origin'])
      all['access-control-expose-headers'] += `, ${name}`
  }
  if (body.kind === 'json') all['content-type'] ??= 'application/json'
  else all['content-type'] = body.kind === 'binary' ? body.contentType : 'text/event-stream'
  return all
}
