import { parsedPage } from '../../../../engines/html/document.ts'
import { baseOf } from '../../../../engines/html/head.ts'

export interface Announced {
  readonly url: string
  readonly title: string | null
  readonly type: string
}

export interface Paged {
  readonly html: string
  readonly url: string
}

const FEEDS_MAX = 50
const FEED_TYPE = /^(application\/(rss|atom|rdf)\+xml|application\/(feed\+)?json|text\/xml)$/i

/** The feeds that a page declares in its head, in its order. */
export function work({ html, url }: Paged): readonly Announced[] {
  const $ = parsedPage(html)
  const base = baseOf($, url)
  return $('link[rel~="alternate" i][href][type]')
    .slice(0, FEEDS_MAX * 4)
    .toArray()
    .flatMap((link) => {
      const { href = '', type = '', title = '' } = link.attribs
      const address = URL.parse(href, base)
      if (!address || !/^https?:$/.test(address.protocol) || !FEED_TYPE.test(type.trim())) return []
      const isApi = /json/i.test(type) && /\/wp-json\//.test(address.pathname)
      return isApi ? [] : [{ url: address.href, title: title.trim() || null, type: type.trim() }]
    })
    .slice(0, FEEDS_MAX)
}
