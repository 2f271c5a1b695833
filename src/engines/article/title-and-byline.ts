import type { CheerioAPI } from 'cheerio'
import type { Head, Metas } from '../html/head.ts'
import type { Statement } from './linked-data.ts'
import { tagsOf, type Tag } from '../html/tags.ts'
import { lettersOf } from '../language/words.ts'

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

const HEADINGS_MAX = 50
/** Shorter ones are parts of titles by chance. */
const PART_CHARACTERS_MIN = 20

/** The heading that says the title, or most of it. */
export function headingOf($: CheerioAPI, title: string): Tag | null {
  const said = lettersOf(title)
  const isSaid = (tag: Tag): boolean => {
    const heading = lettersOf($(tag).text())
    if (heading.length < 3 || heading === said) return heading.length >= 3
    const isPart = said.includes(heading) || (said.length > 0 && heading.includes(said))
    return isPart && Math.min(heading.length, said.length) >= PART_CHARACTERS_MIN
  }
  return tagsOf($, 'h1,h2').slice(0, HEADINGS_MAX).find(isSaid) ?? null
}

const BYLINES =
  '[rel="author"],[itemprop="author"] [itemprop="name"],[itemprop="author"],.byline,.author-name,' +
  '.p-author,.post-author,.article-author,.byline__name,[class*="byline"],a[class*="author"]'
const BYLINE_CHARACTERS_MAX = 100

export function bylineOf($: CheerioAPI, metaOf: Metas, { author }: Statement): string | null {
  const said = [author, ...['author', 'article:author', 'parsely-author'].map(metaOf)]
  for (const text of said) {
    const name = credit(text ?? '')
    if (name) return name
  }
  const shown = $(BYLINES).slice(0, 50).toArray()
  return shown.map((tag) => credit($(tag).text())).find(Boolean) ?? null
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
