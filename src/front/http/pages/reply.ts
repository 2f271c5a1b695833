import { constants } from 'node:zlib'
import type { InThread } from '../../../selling/call/in-thread.ts'
import type { CallReply, CallRequest, HeaderPair } from '../../../base/core/call.ts'
import { threadWork } from '../../../base/core/thread-work.ts'
import { brotlied, codingOf, COMPRESSED_FROM_BYTES, etagOf, gzipped } from '../coding.ts'
import { preferredBy } from '../prefers.ts'

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** Longer pages are not converted. */
const MARKDOWN_BYTES_MAX = 1_000_000
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** Scripts, styles and pictures are files of this site, and the markup has no inline code. */
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

/** The policy also applies to redirects after a form is sent. */
const CARD_POLICY = POLICY.replace(
  "form-action 'self'",
  "form-action 'self' https://checkout.stripe.com",
)

/** Anyone who has the address may read it: caches and search engines may not keep it. */
export const PRIVATE: readonly HeaderPair[] = [
  ['cache-control', 'private, no-store'],
  ['x-robots-tag', 'noindex'],
]

const NOTHING_ALLOWED = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

export interface PageAnswer {
  readonly markup: string
  readonly status?: number
  /** How long caches may store it; null for not at all. */
  readonly freshSeconds: number | null
  readonly headers?: readonly HeaderPair[]
  /** It has a form whose answer redirects to the card processor. */
  readonly leadsToCards?: boolean
}

/** A page as a reply with the headers of all pages. `asAsked` then converts it if needed. */
export function pageReply(answer: PageAnswer): CallReply {
  const { status = 200, freshSeconds, headers: more = [], leadsToCards = false } = answer
  const bytes = Buffer.from(answer.markup)
  const headers: HeaderPair[] = [
    ...more,
    ['content-security-policy', leadsToCards ? CARD_POLICY : POLICY],
    ['permissions-policy', NOTHING_ALLOWED],
    ['cross-origin-opener-policy', 'same-origin'],
    ['vary', 'accept, accept-encoding'],
    ...(freshSeconds === null ? [] : [cacheFor(freshSeconds), ['etag', etagOf(bytes)] as const]),
  ]
  return { status, headers, body: { kind: 'binary', contentType: HTML, bytes } }
}

const cacheFor = (seconds: number): HeaderPair => ['cache-control', `public, max-age=${seconds}`]

const IN_THREAD = threadWork<typeof import('../../../engines/article/page-thread.ts')>(
  import.meta.url,
  '../../../engines/article/page-thread.ts',
)

/** Sends a page as HTML or as Markdown, compressed, or a 304 if it is unchanged. */
export async function asAsked(
  reply: CallReply,
  request: CallRequest,
  inThread: InThread,
): Promise<CallReply> {
  const { status, body } = reply
  if (body.kind !== 'binary' || body.contentType !== HTML) return reply
  const isMarkdown = preferredBy(request) === 'markdown' && body.bytes.length <= MARKDOWN_BYTES_MAX
  const contentType = isMarkdown ? MARKDOWN : HTML
  const headers = isMarkdown ? reply.headers.map(ofMarkdown) : reply.headers
  const etag = headers.find(([name]) => name === 'etag')?.[1]
  if (status === 200 && etag !== undefined && request.header('if-none-match') === etag)
    return { status: 304, headers, body: { kind: 'binary', contentType, bytes: new Uint8Array() } }
  const plain = Buffer.from(body.bytes)
  const page = { status, headers, contentType }
  if (!isMarkdown) return compressed({ ...page, plain }, request)
  const text = await inThread(IN_THREAD, plain.toString(), request)
  return compressed({ ...page, plain: Buffer.from(text) }, request)
}

/** The Markdown of a page has its own etag. */
const ofMarkdown = ([name, value]: HeaderPair): HeaderPair => [
  name,
  name === 'etag' ? value.replace(/"$/, '-md"') : value,
]

interface PlainPage {
  readonly status: number
  readonly headers: readonly HeaderPair[]
  readonly contentType: string
  readonly plain: Buffer
}

async function compressed(page: PlainPage, request: CallRequest): Promise<CallReply> {
  const { status, headers, contentType, plain } = page
  const coding =
    plain.length < COMPRESSED_FROM_BYTES ? null : codingOf(request.header('accept-encoding') ?? '')
  const bytes =
    coding === 'br' ? await brotlied(plain, QUICKLY) : coding ? await gzipped(plain) : plain
  const coded: readonly HeaderPair[] = coding ? [['content-encoding', coding]] : []
  return {
    status,
    headers: [...headers, ...coded],
    body: { kind: 'binary', contentType, bytes },
  }
}
