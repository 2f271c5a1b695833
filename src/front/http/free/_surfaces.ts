import { constants } from 'node:zlib'
import type { CallRequest, CallReply, HeaderPair } from '../../../base/core/call.ts'
import type { Shop, Surface } from '../../surfaces/surface.ts'
import {
  brotlied,
  codingOf,
  COMPRESSED_FROM_BYTES,
  etagOf,
  gzipped,
  type Coding,
} from '../coding.ts'
import type { Endpoint } from '../endpoint.ts'

const FRESH_SECONDS = 300

/** Half as large again as the best, in a fiftieth of the time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }

/** A document is rendered when first asked for, and served as bytes until the catalog changes. */
export function surfaceEndpoint(surface: Surface, shop: Shop): Endpoint {
  let made: { readonly of: unknown; readonly rendered: Promise<Rendered> } | undefined
  return {
    method: 'GET',
    path: surface.path,
    async handle(request) {
      const { tools } = shop.catalog
      if (made?.of !== tools) made = { of: tools, rendered: render(surface, shop) }
      return serve(await made.rendered, request)
    },
  }
}

interface Rendered {
  readonly contentType: string
  readonly etag: string
  readonly plain: Buffer
  readonly coded: ReadonlyMap<Coding, Buffer>
}

async function render(surface: Surface, shop: Shop): Promise<Rendered> {
  const plain = Buffer.from(surface.render(shop))
  const isWorth = plain.length >= COMPRESSED_FROM_BYTES
  const [br, zip] = isWorth
    ? await Promise.all([brotlied(plain, QUALITY), gzipped(plain)])
    : [null, null]
  return {
    contentType: surface.contentType,
    etag: etagOf(plain),
    plain,
    coded: new Map<Coding, Buffer>(
      br && zip
        ? [
            ['br', br],
            ['gzip', zip],
          ]
        : [],
    ),
  }
}

function serve({ contentType, etag, plain, coded }: Rendered, request: CallRequest): CallReply {
  const headers: HeaderPair[] = [
    ['etag', etag],
    ['cache-control', `public, max-age=${FRESH_SECONDS}`],
    ['vary', 'accept-encoding'],
  ]
  if (request.header('if-none-match') === etag) {
    return { status: 304, headers, body: { kind: 'binary', contentType, bytes: new Uint8Array() } }
  }
  const coding = codingOf(request.header('accept-encoding') ?? '')
  const bytes = coding && coded.get(coding)
  if (coding && bytes) headers.push(['content-encoding', coding])
  return {
    status: 200,
    headers,
    body: { kind: 'binary', contentType, bytes: bytes ?? plain },
  }
}
