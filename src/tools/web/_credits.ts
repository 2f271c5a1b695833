import type { CheerioAPI } from 'cheerio'
import { metaOf, type Head } from './_head.ts'
import type { Statement } from './_linked-data.ts'

const TITLE_CHARACTERS_MAX = 500
const SEPARATOR = /\s+[-–—|·•»:/]\s+/

/** What the article is called, without the name of its site. */
export function titleOf($: CheerioAPI, head: Head, { headline }: Statement): string {
  const heads = $('h1')
    .slice(0, 20)
    .toArray()
    .map((tag) => spaced($(tag).text()).replace(/\s*[#¶§]$/, ''))
    .filter(Boolean)
  const full = head.og.title ?? head.title
  const named = heads.find((text) => text.length > 3 && full.includes(text))
  const only = heads.length === 1 ? heads[0] : undefined
  const title = headline ?? named ?? (withoutSite(full, head.og.site_name) || only) ?? ''
  return title.slice(0, TITLE_CHARACTERS_MAX)
}

function withoutSite(title: string, site: string | null): string {
  const parts = title.split(SEPARATOR)
  if (parts.length < 2) return title
  if (site && parts.at(-1) === site)
    return title.slice(0, title.lastIndexOf(site)).replace(/\s+\S\s+$/, '')
  const [first = ''] = parts
  return first.split(' ').length >= 3 ? first : title
}

const BYLINES =
  '[rel="author"],[itemprop="author"] [itemprop="name"],[itemprop="author"],.byline,.author-name,' +
  '.p-author,.post-author,.article-author,.byline__name,[class*="byline"],a[class*="author"]'
const BYLINE_CHARACTERS_MAX = 100

export function bylineOf($: CheerioAPI, { author }: Statement): string | null {
  const said = [
    author,
    metaOf($, 'author'),
    metaOf($, 'article:author'),
    metaOf($, 'parsely-author'),
  ]
  const shown = $(BYLINES)
    .slice(0, 50)
    .toArray()
    .map((tag) => spaced($(tag).text()))
  return [...said, ...shown].map((text) => credit(text ?? '')).find(Boolean) ?? null
}

/** A name, of what may be a sentence around it; nothing if it is an address or a paragraph. */
function credit(text: string): string | null {
  const name = spaced(text)
    .replace(
      /^(written\s+)?((by|von|par|por|di|door|af|av|автор|بقلم)[:\s]\s*|(作者|文)\s*[:：/／]\s*)/iu,
      '',
    )
    .replace(/\s+(published|updated|posted|on|\||·|•|—|–)\s.*$/iu, '')
    .replace(/[\s,;:|·•]+$/u, '')
  if (name.length === 0 || name.length > BYLINE_CHARACTERS_MAX) return null
  return /^(https?:|www\.|@)|^(admin|staff|editor|author)$/i.test(name) ? null : name
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()
