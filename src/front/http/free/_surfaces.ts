import { constants } from 'node:zlib'
import type { CallRequest, CallReply, HeaderPair } from '../../../base/core/call.ts'
import { notFound } from '../../../base/core/fault.ts'
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

/**
 * A document is rendered when first asked for, and served as bytes until the catalog changes; so is
 * each of its parts, which has a path of its own or is asked for by the query.
 */
export function surfaceEndpoints(surface: Surface, shop: Shop): readonly Endpoint[] {
  const { path, ofFamily } = surface
  const whole = createKept(surface, shop, () => surface.render(shop))
  if (!ofFamily) return [{ method: 'GET', path, handle: (request) => whole(request) }]
  const parts = new Map<string, ReturnType<typeof createKept>>()
  const partOf = (tag: string) => {
    const part = parts.get(tag) ?? createKept(surface, shop, () => ofFamily.render(shop, tag))
    parts.set(tag, part)
    return part
  }
  const [place = '', query] = ofFamily.address.split('?')
  if (query !== undefined)
    return [
      {
        method: 'GET',
        path,
        handle(request) {
          const name = new URLSearchParams(request.query).get('family')
          return name === null ? whole(request) : partOf(tagNamed(name, shop))(request)
        },
      },
    ]
  return [
    { method: 'GET', path, handle: (request) => whole(request) },
    {
      method: 'GET',
      path: `/${place.slice(1).replace(/\{family\}.*/, ':file')}`,
      handle(request, { file = '' }) {
        if (!file.endsWith(PART_END))
          throw notFound(`No document is at ${request.path.slice(0, 100)}.`)
        return partOf(tagNamed(file.slice(0, -PART_END.length), shop))(request)
      },
    },
  ]
}

const PART_END = '.json'

function tagNamed(name: string, { catalog }: Shop): string {
  const tag = catalog.familyTag(name)
  if (tag !== undefined) return tag
  const known = Object.keys(catalog.families).join(', ')
  throw notFound(`family: no tools are sold under ${name.slice(0, 40)}; must be one of ${known}.`)
}

function createKept(surface: Surface, shop: Shop, text: () => string) {
  let made: { readonly of: unknown; readonly rendered: Promise<Rendered> } | undefined
  return async (request: CallRequest): Promise<CallReply> => {
    const { tools } = shop.catalog
    if (made?.of !== tools) made = { of: tools, rendered: render(surface.contentType, text()) }
    return serve(await made.rendered, request)
  }
}

interface Rendered {
  readonly contentType: string
  readonly etag: string
  readonly plain: Buffer
  readonly coded: ReadonlyMap<Coding, Buffer>
}

async function render(contentType: Surface['contentType'], text: string): Promise<Rendered> {
  const plain = Buffer.from(text)
  const isWorth = plain.length >= COMPRESSED_FROM_BYTES
  const [br, zip] = isWorth
    ? await Promise.all([brotlied(plain, QUALITY), gzipped(plain)])
    : [null, null]
  return {
    contentType,
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
