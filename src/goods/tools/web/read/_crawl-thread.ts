import * as robotsParser from 'robots-parser'
import {
  work as articleOf,
  type Article,
  type Written,
} from '../../../../engines/article/article-thread.ts'
import { parsedPage } from '../../../../engines/html/document.ts'
import { baseOf } from '../../../../engines/html/head.ts'
import { compiledPattern } from '../../../../base/lib/linear-pattern.ts'

/** Rules about which pages a crawl may follow. */
export interface Rules {
  /** Address of `/robots.txt`, with its text. */
  readonly robots: Written
  readonly agent: string
  readonly include?: string | undefined
  readonly exclude?: string | undefined
}

export interface Visited {
  readonly rules: Rules
  /** Without a page, only its address is checked. */
  readonly page: Written
  readonly isRead: boolean
}

export interface PageReading {
  readonly isAllowed: boolean
  /** Seconds between two requests that robots.txt asks for. */
  readonly delaySeconds: number
  readonly article: Article | null
  /** Pages of the same host that may be followed, each once, and those that robots.txt forbids. */
  readonly links: readonly string[]
  readonly forbidden: readonly string[]
}

/** Its types place the function one level deeper than it is. */
const { default: robotsOf } = robotsParser as unknown as typeof import('robots-parser')

const LINKS_MAX = 300
const URL_CHARACTERS_MAX = 1_000
const NO_PAGE =
  /\.(pdf|jpe?g|png|gif|webp|avif|svg|ico|css|m?js|json|xml|rss|atom|zip|gz|tgz|bz2|7z|rar|exe|dmg|apk|iso|mp[34]|m4a|ogg|wav|webm|mov|avi|woff2?|ttf|docx?|xlsx?|pptx?|csv)$/i

export function work({ rules, page, isRead }: Visited): PageReading {
  const { robots, agent, include, exclude } = rules
  const text = robots.html.split('\n', 5_000).map((line) => line.slice(0, URL_CHARACTERS_MAX))
  const parsed = robotsOf(robots.url, text.join('\n'))
  const isAllowed = (url: string) => parsed.isAllowed(url, agent) !== false
  const includes = finderOf('includePattern', include)
  const excludes = finderOf('excludePattern', exclude)
  const isWanted = (url: string) => (includes?.(url) ?? true) && !(excludes?.(url) ?? false)
  const links = isRead ? linksOf(page).filter(isWanted) : []
  return {
    isAllowed: isAllowed(page.url),
    delaySeconds: parsed.getCrawlDelay(agent) ?? 0,
    article: isRead ? articleOf(page) : null,
    links: links.filter(isAllowed),
    forbidden: links.filter((link) => !isAllowed(link)),
  }
}

function finderOf(field: string, pattern: string | undefined) {
  if (pattern === undefined) return null
  const compiled = compiledPattern(field, pattern)
  return (url: string) => compiled.matcher(url).find()
}

function linksOf({ html, url }: Written): string[] {
  const $ = parsedPage(html)
  if (/nofollow|none/i.test($('meta[name="robots" i]').attr('content') ?? '')) return []
  const base = baseOf($, url)
  const { host } = new URL(url)
  const links = new Set<string>()
  for (const anchor of $('a[href]').toArray()) {
    const link = URL.parse(anchor.attribs['href'] ?? '', base)
    if (!link || link.host !== host || !/^https?:$/.test(link.protocol)) continue
    if (/nofollow/i.test(anchor.attribs['rel'] ?? '') || NO_PAGE.test(link.pathname)) continue
    link.hash = ''
    if (link.href.length <= URL_CHARACTERS_MAX) links.add(link.href)
    if (links.size === LINKS_MAX) break
  }
  return Array.from(links)
}
