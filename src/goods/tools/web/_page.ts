import { Fault } from '../../../base/core/fault.ts'
import type { Answer } from '../../../outside/net/request.ts'
import type { Web } from '../../../outside/net/web.ts'
import { decodedText } from '../../../engines/language/decoded-text.ts'
import { MB } from '../../../base/lib/fields.ts'

/** A file of the public web. */
export interface Fetched {
  /** Address of the file, after redirects. */
  readonly url: string
  /** Media type in the form of `mediaTypeOf`. */
  readonly contentType: string
  readonly headers: Headers
  readonly bytes: Buffer
}

export interface Page {
  readonly url: string
  readonly html: string
}

export interface FetchOptions {
  readonly bytesMax: number
  /** Requested types, as an `accept` header. */
  readonly accept?: string
}

/** A larger file is not a page for readers. */
const PAGE_BYTES_MAX = 10 * MB
const PAGE_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.8,text/plain;q=0.5'
const PAGE_TYPES = /^(text\/(html|plain|markdown|xml)|application\/(xhtml\+xml|xml)|)$/

/** A fault of the site, if its answer is not a 2xx. */
export const refusalOf = (answer: Pick<Answer, 'status' | 'url'>): Fault | null =>
  answer.status < 200 || answer.status > 299 ? statusFault(answer) : null

export const statusFault = ({ status, url }: Pick<Answer, 'status' | 'url'>): Fault =>
  new Fault('upstream_failed', `${new URL(url).host} answered ${status} for this address.`)

/** Media type without parameters, in lower case; empty if the server sends none. */
export const mediaTypeOf = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

/** The body of a 2xx answer; any other status is a fault of the site. */
export async function fetchFile(
  web: Web,
  address: string,
  { bytesMax, accept }: FetchOptions,
): Promise<Fetched> {
  const answer = await web.request(address, { bytesMax, headers: accept ? { accept } : {} })
  const refusal = refusalOf(answer)
  if (refusal) throw refusal
  const { url, headers, bytes } = answer
  return { url, contentType: mediaTypeOf(headers), headers, bytes }
}

/** A page as HTML, whatever its encoding; plain text becomes a page with only that text. */
export async function fetchPage(web: Web, address: string): Promise<Page> {
  const file = await fetchFile(web, address, { bytesMax: PAGE_BYTES_MAX, accept: PAGE_ACCEPT })
  if (!PAGE_TYPES.test(file.contentType))
    throw new Fault(
      'upstream_failed',
      `${new URL(file.url).host} answered ${file.contentType}, which is not a page.`,
    )
  const text = await decodedText(file)
  const isPlain = /^text\/(plain|markdown)$/.test(file.contentType)
  return { url: file.url, html: isPlain ? `<pre>${escaped(text)}</pre>` : text }
}

/** Escapes as little as possible: each entity counts against the bounds of a page. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
