import { isUtf8 } from 'node:buffer'
import { Fault } from '../../core/fault.ts'
import type { Web } from '../../net/web.ts'
import { MB } from '../../lib/fields.ts'

/** A file of the public web. */
export interface Fetched {
  /** Where it came from, after redirects. */
  readonly url: string
  /** Media type without parameters, in lower case; empty when the server says nothing. */
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
  /** What is asked for, as an `accept` header. */
  readonly accept?: string
}

/** More is no page that anybody reads. */
const PAGE_BYTES_MAX = 10 * MB
const PAGE_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.8,text/plain;q=0.5'
const PAGE_TYPES = /^(text\/(html|plain|xml)|application\/(xhtml\+xml|xml)|)$/

/** The body of a 2xx answer; any other status is the site's failure, named in the fault. */
export async function fetchFile(
  web: Web,
  address: string,
  { bytesMax, accept }: FetchOptions,
): Promise<Fetched> {
  const headers = accept ? { accept } : {}
  const {
    status,
    url,
    headers: received,
    bytes,
  } = await web.request(address, { bytesMax, headers })
  if (status < 200 || status > 299)
    throw new Fault('upstream_failed', `${new URL(url).host} answered ${status} for this address.`)
  const contentType = (received.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  return { url, contentType, headers: received, bytes }
}

/** A page as text, in whatever encoding it was written. */
export async function fetchPage(web: Web, address: string): Promise<Page> {
  const file = await fetchFile(web, address, { bytesMax: PAGE_BYTES_MAX, accept: PAGE_ACCEPT })
  if (!PAGE_TYPES.test(file.contentType))
    throw new Fault(
      'upstream_failed',
      `${new URL(file.url).host} answered ${file.contentType}, which is no page.`,
    )
  return { url: file.url, html: await textOf(file) }
}

/** By its byte order mark, its `content-type`, its own `<meta>`, in the order that browsers ask. */
export async function textOf({ headers, bytes }: Pick<Fetched, 'headers' | 'bytes'>) {
  const { decodeBuffer } = await import('encoding-sniffer')
  const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get('content-type') ?? '')?.[1]
  return decodeBuffer(bytes, {
    defaultEncoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252',
    ...(charset ? { transportLayerEncodingLabel: charset } : {}),
  })
}
