import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { CallRequest, CallReply, HeaderPair } from '../../core/call.ts'
import type { Shop, Surface } from '../../surfaces/surface.ts'
import type { Endpoint } from '../endpoint.ts'

const COMPRESSED_FROM_BYTES = 1024
const FRESH_SECONDS = 300

/** A document is rendered when first asked for, and then served as bytes. */
export function surfaceEndpoint(surface: Surface, shop: Shop): Endpoint {
  let rendered: Rendered | undefined
  return {
    method: 'GET',
    path: surface.path,
    handle: (request) => serve((rendered ??= render(surface, shop)), request),
  }
}

interface Rendered {
  readonly contentType: string
  readonly etag: string
  readonly plain: Buffer
  readonly zipped: Buffer | null
}

function render(surface: Surface, shop: Shop): Rendered {
  const plain = Buffer.from(surface.render(shop))
  return {
    contentType: surface.contentType,
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    plain,
    zipped: plain.length >= COMPRESSED_FROM_BYTES ? gzipSync(plain) : null,
  }
}

function serve({ contentType, etag, plain, zipped }: Rendered, request: CallRequest): CallReply {
  const headers: HeaderPair[] = [
    ['etag', etag],
    ['cache-control', `public, max-age=${FRESH_SECONDS}`],
    ['vary', 'accept-encoding'],
  ]
  if (request.header('if-none-match') === etag) {
    return { status: 304, headers, body: { kind: 'binary', contentType, bytes: new Uint8Array() } }
  }
  const zip = zipped !== null && /\bgzip\b/.test(request.header('accept-encoding') ?? '')
  if (zip) headers.push(['content-encoding', 'gzip'])
  return {
    status: 200,
    headers,
    body: { kind: 'binary', contentType, bytes: zip ? zipped : plain },
  }
}
