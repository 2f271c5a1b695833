import { notFound } from '../../../base/core/fault.ts'
import { formatUsd } from '../../../base/core/money.ts'
import { pictureOf, type PictureText } from '../../pages/picture.ts'
import { MENU_TEXTS } from '../../pages/paths.ts'
import { isFree, type Shop } from '../../surfaces/surface.ts'
import { etagOf } from '../coding.ts'
import type { Endpoint } from '../endpoint.ts'

const FRESH_SECONDS = 86_400
const KEPT_MAX = 256

interface Picture {
  readonly bytes: Buffer
  readonly etag: string
}

/** Open Graph pictures: one for each tool, each family, and each entry of the menu. */
export function pictureEndpoint(shop: Shop): Endpoint {
  const kept = new Map<string, Promise<Picture>>()
  let last: Promise<unknown> = Promise.resolve()

  /** One picture is drawn at a time; requests for the same picture share it. */
  function drawn(said: PictureText): Promise<Picture> {
    const key = JSON.stringify(said)
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const picture = last.then(() => drawPicture(said))
    last = picture.catch(() => kept.delete(key))
    kept.set(key, picture)
    for (const [oldest] of kept) {
      if (kept.size <= KEPT_MAX) break
      kept.delete(oldest)
    }
    return picture
  }

  return {
    method: 'GET',
    path: '/pictures/:kind/:file',
    async handle(request, { kind = '', file = '' }) {
      const said = file.endsWith('.png') ? saidOn(kind, file.slice(0, -'.png'.length), shop) : null
      if (!said) throw notFound('No such picture.')
      const { bytes, etag } = await drawn(said)
      const headers = [
        ['cache-control', `public, max-age=${FRESH_SECONDS}`],
        ['etag', etag],
      ] as const
      const isKnown = request.header('if-none-match') === etag
      return {
        status: isKnown ? 304 : 200,
        headers,
        body: {
          kind: 'binary',
          contentType: 'image/png',
          bytes: isKnown ? new Uint8Array() : bytes,
        },
      }
    },
  }
}

async function drawPicture(said: PictureText): Promise<Picture> {
  const bytes = await pictureOf(said)
  return { bytes, etag: etagOf(bytes) }
}

function saidOn(kind: string, name: string, shop: Shop): PictureText | null {
  const { catalog, site } = shop
  const own = site.name
  if (kind === 'tools') {
    const tool = catalog.bySlug(name)
    if (!tool) return null
    const { spec, price } = tool
    const from = typeof spec.price === 'string' ? '' : 'from '
    const fare = isFree(shop) ? 'free' : `${from}${formatUsd(price)}`
    return { site: own, title: spec.name, text: spec.description, fare }
  }
  if (kind === 'families') {
    const family = Object.hasOwn(catalog.families, name) ? catalog.families[name] : undefined
    return family ? { site: own, title: family.title, text: family.description, fare: null } : null
  }
  const text = kind === 'pages' && Object.hasOwn(MENU_TEXTS, name) ? MENU_TEXTS[name] : undefined
  return text ? { site: own, ...text, fare: null } : null
}
