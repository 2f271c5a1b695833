import { parsedPage } from '../../../../engines/html/document.ts'
import { baseOf } from '../../../../engines/html/links.ts'
import type { Element } from '../../../../engines/html/text.ts'

export interface IconLinks {
  readonly icons: readonly IconLink[]
  readonly manifest: string | null
}

export interface IconLink {
  readonly url: string
  readonly rel: string
  /** Sizes as declared, such as `32x32`. */
  readonly sizes: string | null
}

const ICONS_MAX = 40
const ADDRESS_CHARACTERS_MAX = 2_048
const INLINE_CHARACTERS_MAX = 100_000

/** The icons that a page declares. */
export function work({ html, url }: { readonly html: string; readonly url: string }): IconLinks {
  const $ = parsedPage(html)
  const base = baseOf($, url) ?? url
  const linksOf = (selector: string) => $(selector).slice(0, ICONS_MAX).toArray() as Element[]
  const icons = linksOf('link[rel~="icon" i], link[rel^="apple-touch-icon" i]').flatMap(
    ({ attribs }) => {
      const found = addressOf(attribs['href'], base)
      const rel = (attribs['rel'] ?? '').toLowerCase().slice(0, 50)
      const sizes = attribs['sizes']?.trim().toLowerCase().slice(0, 100) || null
      return found === null ? [] : [{ url: found, rel, sizes }]
    },
  )
  const manifest = linksOf('link[rel~="manifest" i][href]')[0]
  return { icons, manifest: addressOf(manifest?.attribs['href'], base) }
}

function addressOf(href: string | undefined, base: string): string | null {
  const url = URL.parse(href?.trim() ?? '', base)
  if (!href?.trim() || !url) return null
  const isInline = /^data:image\//i.test(url.href)
  if (!isInline && !/^https?:$/.test(url.protocol)) return null
  return url.href.length > (isInline ? INLINE_CHARACTERS_MAX : ADDRESS_CHARACTERS_MAX)
    ? null
    : url.href
}
