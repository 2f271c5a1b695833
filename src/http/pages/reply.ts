import { constants } from 'node:zlib'
import type { InThread } from '../../call/in-thread.ts'
import type { CallReply, CallRequest, HeaderPair } from '../../core/call.ts'
import { threadWork } from '../../core/thread-work.ts'
import { brotlied, codingOf, COMPRESSED_FROM_BYTES, etagOf, gzipped } from '../coding.ts'
import type { Endpoint } from '../endpoint.ts'
import { preferredBy } from '../prefers.ts'

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** A longer page stays what it is. */
const MARKDOWN_BYTES_MAX = 1_000_000
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

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

/** A page as an answer: compressed, or to become Markdown, with the headers of all pages. */
export async function pageReply(answer: PageAnswer, request: CallRequest): Promise<CallReply> {
  const { status = 200, freshSeconds, headers: more = [], leadsToCards = false } = answer
  const plain = Buffer.from(answer.markup)
  const isMarkdown = becomesMarkdown(plain, request)
  const contentType = isMarkdown ? MARKDOWN : HTML
  const etag = isMarkdown ? etagOf(plain).replace(/"$/, '-md"') : etagOf(plain)
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
  // Converted first, and then compressed.
  if (isMarkdown) return { status, headers, body: { kind: 'binary', contentType, bytes: plain } }
  return compressed({ status, headers, contentType, plain }, request)
}

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

const becomesMarkdown = ({ length }: Uint8Array, request: CallRequest): boolean =>
  preferredBy(request) === 'markdown' && length <= MARKDOWN_BYTES_MAX

const cacheFor = (seconds: number): HeaderPair => ['cache-control', `public, max-age=${seconds}`]

const IN_THREAD = threadWork<typeof import('../../article/page-thread.ts')>(
  import.meta.url,
  '../../article/page-thread.ts',
)

/** Pages that are also read as Markdown: a thread converts them for whoever asks for that. */
export const readable = (endpoints: readonly Endpoint[], inThread: InThread): readonly Endpoint[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    async handle(request, params, input) {
      const reply = await endpoint.handle(request, params, input)
      const { body, status, headers } = reply
      const isPage = body.kind === 'binary' && body.contentType === MARKDOWN
      if (!isPage || body.bytes.length === 0) return reply
      const text = await inThread(IN_THREAD, Buffer.from(body.bytes).toString(), request)
      const page = { status, headers, contentType: MARKDOWN, plain: Buffer.from(text) }
      return compressed(page, request)
    },
  }))
