import { Fault } from '../../../core/fault.ts'
import { childrenOf, parseXml, textIn, type Xml } from './_xml.ts'

export interface Listed {
  readonly loc: string
  readonly lastmod: string | null
  readonly priority: number | null
}

/** A sitemap lists pages; the index of a large site lists sitemaps. */
export interface Sitemap {
  readonly pages: readonly Listed[]
  readonly sitemaps: readonly string[]
  /** It lists more pages than were asked for. */
  readonly isCut: boolean
}

export interface Wanted {
  readonly text: string
  readonly url: string
  readonly pagesMax: number
}

const SITEMAPS_MAX = 1_000

export async function work({ text, url, pagesMax }: Wanted): Promise<Sitemap> {
  const rows = /^\s*</.test(text) ? await inXml(text, url) : inText(text)
  const listed = rows.pages.flatMap((row) => pageOf(row, url) ?? [])
  return {
    pages: listed.slice(0, pagesMax),
    sitemaps: rows.sitemaps.flatMap((row) => pageOf(row, url)?.loc ?? []).slice(0, SITEMAPS_MAX),
    isCut: listed.length > pagesMax,
  }
}

interface Rows {
  readonly pages: readonly Xml[]
  readonly sitemaps: readonly Xml[]
}

async function inXml(text: string, url: string): Promise<Rows> {
  const subject = `what ${new URL(url).host} answers`
  const [name, root] = await parseXml(text, subject)
  if (!/^([\w-]+:)?(urlset|sitemapindex)$/i.test(name))
    throw new Fault('upstream_failed', `${subject} is no sitemap: it begins with <${name}>.`)
  return { pages: childrenOf(root, 'url'), sitemaps: childrenOf(root, 'sitemap') }
}

/** One address per line is a sitemap too. */
const inText = (text: string): Rows => ({
  pages: text.split(/\s+/).map((loc) => ({ loc })),
  sitemaps: [],
})

function pageOf(row: Xml, base: string): Listed | null {
  const url = URL.parse(textIn(row, 'loc') ?? '', base)
  if (!url || !/^https?:$/.test(url.protocol) || url.href === base) return null
  const priority = Number(textIn(row, 'priority') ?? Number.NaN)
  return {
    loc: url.href,
    lastmod: textIn(row, 'lastmod')?.slice(0, 40) ?? null,
    priority: priority >= 0 && priority <= 1 ? priority : null,
  }
}
