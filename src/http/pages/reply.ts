import { constants } from 'node:zlib'
import type { CallReply, CallRequest, HeaderPair } from '../../core/call.ts'
import { brotlied, codingOf, COMPRESSED_FROM_BYTES, etagOf, gzipped } from '../coding.ts'
import { preferredBy } from '../prefers.ts'

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** A longer page takes too long to convert, and stays what it is. */
const MARKDOWN_LENGTH_MAX = 150_000

/** Scripts, styles and pictures are files of this site, and nothing stands inside the markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  'media-src blob:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A form is held against the policy wherever its answer leads. */
const CARD_POLICY = POLICY.replace(
  "form-action 'self'",
  "form-action 'self' https://checkout.stripe.com",
)

/** Who has the address may read it: nobody else may keep or index it. */
export const PRIVATE: readonly HeaderPair[] = [
  ['cache-control', 'private, no-store'],
  ['x-robots-tag', 'noindex'],
]

const NOTHING_ALLOWED = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

export interface PageAnswer {
  readonly markup: string
  readonly status?: number
  /** How long it may be kept; null: not at all. */
  readonly freshSeconds: number | null
  readonly headers?: readonly HeaderPair[]
  /** It has a form that is answered by the way to the card processor. */
  readonly leadsToCards?: boolean
}

/** A page as an answer: as markup or as Markdown, compressed, with the headers of all pages. */
export async function pageReply(answer: PageAnswer, request: CallRequest): Promise<CallReply> {
  const { status = 200, freshSeconds, headers: more = [], leadsToCards = false } = answer
  const { length } = answer.markup
  const isMarkdown = preferredBy(request) === 'markdown' && length <= MARKDOWN_LENGTH_MAX
  const text = isMarkdown ? await markdownOf(answer.markup) : answer.markup
  const contentType = isMarkdown ? 'text/markdown; charset=utf-8' : 'text/html; charset=utf-8'
  const plain = Buffer.from(text)
  const etag = etagOf(plain)
  const headers: HeaderPair[] = [
    ...more,
    ['content-security-policy', leadsToCards ? CARD_POLICY : POLICY],
    ['permissions-policy', NOTHING_ALLOWED],
    ['cross-origin-opener-policy', 'same-origin'],
    ['vary', 'accept, accept-encoding'],
    ...(freshSeconds === null ? [] : [cacheFor(freshSeconds), ['etag', etag] as const]),
  ]
  if (status === 200 && freshSeconds !== null && request.header('if-none-match') === etag)
    return { status: 304, headers, body: { kind: 'binary', contentType, bytes: new Uint8Array() } }
  const coding =
    plain.length < COMPRESSED_FROM_BYTES ? null : codingOf(request.header('accept-encoding') ?? '')
  if (coding) headers.push(['content-encoding', coding])
  const bytes =
    coding === 'br' ? await brotlied(plain, QUICKLY) : coding ? await gzipped(plain) : plain
  return { status, headers, body: { kind: 'binary', contentType, bytes } }
}

const cacheFor = (seconds: number): HeaderPair => ['cache-control', `public, max-age=${seconds}`]

/** The content of one of our own pages; what surrounds it is left out. */
async function markdownOf(markup: string): Promise<string> {
  const { markdownOf: convert } = await import('../../article/markdown.ts')
  const main = markup.slice(markup.indexOf('<main'), markup.indexOf('</main>'))
  return `${convert(main.replaceAll(/<svg[\s\S]*?<\/svg>|<noscript>[\s\S]*?<\/noscript>/g, ''))}\n`
}
