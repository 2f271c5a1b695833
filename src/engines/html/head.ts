import type { CheerioAPI } from 'cheerio'
import { tagsOf } from './tags.ts'

/** What a page says of itself, before anybody has read it. */
export interface Head {
  readonly title: string
  readonly description: string | null
  readonly canonical: string | null
  readonly og: Readonly<Record<'type' | 'site_name' | 'title', string | null>>
  readonly twitter: { readonly card: string | null }
}

const TEXT_MAX = 2_000

export function headOf($: CheerioAPI, url: string, metaOf = metasOf($)): Head {
  const og = {
    type: metaOf('og:type'),
    site_name: metaOf('og:site_name'),
    title: metaOf('og:title'),
  }
  return {
    title: textOf($('title').first().text()) ?? og.title ?? '',
    description: metaOf('description') ?? metaOf('og:description'),
    canonical: canonicalOf($, url, metaOf('og:url')),
    og,
    twitter: { card: metaOf('twitter:card') },
  }
}

/** What `meta` elements say, by `name` or by `property`, since pages confuse the two. */
export type Metas = (name: string) => string | null

/** The first that says something counts. */
export function metasOf($: CheerioAPI): Metas {
  const metas = new Map<string, string>()
  for (const { attribs } of tagsOf($, 'meta')) {
    const said = textOf(attribs['content'] ?? '')
    if (!said) continue
    for (const name of [attribs['name'], attribs['property'], attribs['itemprop']]) {
      const key = name?.toLowerCase()
      if (key !== undefined && !metas.has(key)) metas.set(key, said)
    }
  }
  return (name) => metas.get(name) ?? null
}

const BASE_CHARACTERS_MAX = 1_000
const URL_CHARACTERS_MAX = 8_192

/** What relative links of a page are relative to. */
export function baseOf($: CheerioAPI, url: string): string {
  const href = $('base[href]').first().attr('href') ?? ''
  return href.length > BASE_CHARACTERS_MAX ? url : (URL.parse(href, url)?.href ?? url)
}

function canonicalOf($: CheerioAPI, url: string, said: string | null): string | null {
  const base = baseOf($, url)
  const href = $('link[rel~="canonical" i][href]').first().attr('href') ?? said
  const canonical = href?.trim() ? URL.parse(href.trim(), base) : null
  if (!canonical || !/^https?:$/.test(canonical.protocol)) return null
  return canonical.href.length <= URL_CHARACTERS_MAX ? canonical.href : null
}

function textOf(text: string): string | null {
  return text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX).toWellFormed() || null
}

/** The address of what is no page: its relative links and images stay relative. */
export const NO_PAGE = 'about:blank'
const RELATIVE = /^\s*(?![a-z][a-z\d+.-]*:)[^\s\\]{1,400}\s*$/i

/** Whether an address stays as it is written, because there is no page to complete it. */
export const isRelativeIn = (base: string, address: string): boolean =>
  base === NO_PAGE && RELATIVE.test(address)
