import type { Web } from '../../../../outside/net/web.ts'
import { KB, MB } from '../../../../base/lib/fields.ts'
import { fetchFile } from '../_page.ts'
import { iconOf, type Icon } from './_icon.ts'
import type { IconLink } from './_icon-links-thread.ts'

export interface Obtained extends Icon {
  readonly link: IconLink
  readonly bytes: Buffer
}

const ICON_BYTES_MAX = 1 * MB
const MANIFEST_BYTES_MAX = 256 * KB
const MANIFEST_ICONS_MAX = 20
/** A larger side is for posters, not for icons. */
const SIDE_MAX = 512
/** Drawings are sharp at any size, but not every program can show them. */
const SVG_SIDE = 256
const TOUCH_SIDE = 180
const ICON_SIDE = 32
const SQUARE_RATIO_MAX = 1.1
const FETCHED_MAX = 8
const FETCHED_AT_ONCE = 4

/** The best icon that can be fetched; the best declared one may be missing. */
export async function bestIcon(web: Web, links: readonly IconLink[]): Promise<Obtained | null> {
  const wanted = links.toSorted((a, b) => promise(b) - promise(a)).slice(0, FETCHED_MAX)
  for (let at = 0; at < wanted.length; at += FETCHED_AT_ONCE) {
    const some = wanted.slice(at, at + FETCHED_AT_ONCE)
    const found = (await Promise.all(some.map((link) => obtain(web, link)))).filter(
      (one) => one !== null,
    )
    const [best] = found.toSorted((a, b) => worth(b) - worth(a))
    if (best) return best
  }
  return null
}

async function obtain(web: Web, link: IconLink): Promise<Obtained | null> {
  try {
    const bytes = link.url.startsWith('data:')
      ? bytesOfInline(link.url)
      : (await fetchFile(web, link.url, { bytesMax: ICON_BYTES_MAX, accept: 'image/*' })).bytes
    const icon = await iconOf(bytes)
    return icon && { ...icon, link, bytes }
  } catch {
    return null
  }
}

function bytesOfInline(url: string): Buffer {
  const [, type = '', data = ''] = /^data:([^,]*),(.*)$/s.exec(url) ?? []
  return /;\s*base64\s*$/i.test(type)
    ? Buffer.from(decodeURIComponent(data), 'base64')
    : Buffer.from(decodeURIComponent(data))
}

/** The largest declared side, or the usual one of its kind. */
export function declaredSide({ url, rel, sizes }: IconLink): number {
  const sides = [...(sizes ?? '').matchAll(/(\d{1,5})x\d{1,5}/g)].map(([, side]) => Number(side))
  if (sides.length > 0) return Math.max(...sides)
  if (sizes === 'any' || /\.svg(\?|$)|^data:image\/svg/i.test(url)) return SVG_SIDE
  return rel.startsWith('apple-touch-icon') ? TOUCH_SIDE : ICON_SIDE
}

const promise = (link: IconLink): number => within(declaredSide(link))

function worth({ contentType, width, height }: Obtained): number {
  if (contentType === 'image/svg+xml') return SVG_SIDE
  const [short = 0, long = 0] = [width ?? 0, height ?? 0].toSorted((a, b) => a - b)
  return short > 0 && long / short <= SQUARE_RATIO_MAX ? within(short) : short / 10
}

/** A side that is too large counts less than one that is just large enough. */
const within = (side: number): number => (side <= SIDE_MAX ? side : (SIDE_MAX * SIDE_MAX) / side)

/** Icons of a web app manifest; empty if it cannot be read. */
export async function manifestIcons(web: Web, address: string): Promise<readonly IconLink[]> {
  try {
    const { url, bytes } = await fetchFile(web, address, { bytesMax: MANIFEST_BYTES_MAX })
    const { icons } = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as {
      readonly icons?: readonly { readonly src?: unknown; readonly sizes?: unknown }[]
    }
    if (!Array.isArray(icons)) return []
    return icons.slice(0, MANIFEST_ICONS_MAX).flatMap((icon: (typeof icons)[number]) => {
      const src = URL.parse(String(icon?.src ?? ''), url)
      const sizes = typeof icon?.sizes === 'string' ? icon.sizes.slice(0, 100) : null
      if (!icon?.src || !src || !/^https?:$/.test(src.protocol) || src.href.length > 2_048)
        return []
      return [{ url: src.href, rel: 'manifest', sizes }]
    })
  } catch {
    return []
  }
}
