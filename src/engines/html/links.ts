import type { CheerioAPI } from 'cheerio'
import { z } from 'zod'
import { registeredDomain } from '../../base/lib/registered-domain.ts'
import { lineOf, type Element } from './text.ts'

export const Link = z.object({
  href: z.string().describe('Absolute, where a base is known.'),
  text: z.string().describe('What is to be clicked: text, or what an image says instead of it.'),
  rel: z.string().nullable(),
  internal: z.boolean().describe('Whether it leads to the same registrable domain.'),
})
export type Link = z.output<typeof Link>

export const scope = () =>
  z.enum(['all', 'internal', 'external']).default('all').describe('Which links.')

export interface LinksOptions {
  readonly baseUrl?: string | undefined
  readonly scope: 'all' | 'internal' | 'external'
  readonly limit: number
}

const TEXT_CHARACTERS_MAX = 500
const HREF_CHARACTERS_MAX = 8_000
const BASE_CHARACTERS_MAX = 2_048
const NO_LINK = /^(#?$|(javascript|vbscript|data|blob|about):)/i

/** Each link once, in the order of the page; those to a part of the page are links like others. */
export function linksOf($: CheerioAPI, { baseUrl, scope, limit }: LinksOptions): Link[] {
  const base = baseOf($, baseUrl)
  const site = base === null ? null : siteOf(new URL(base))
  const links = new Map<string, Link>()
  for (const element of $('a[href], area[href]').toArray()) {
    if (links.size === limit) break
    const href = addressIn(element.attribs['href'] ?? '', base)
    if (href === null) continue
    const internal = isInternal(href, site)
    if (scope !== 'all' && internal !== (scope === 'internal')) continue
    const rel = element.attribs['rel']?.trim().slice(0, 100) || null
    const link = { href, text: labelOf($, element), rel, internal }
    const key = JSON.stringify(link)
    if (!links.has(key)) links.set(key, link)
  }
  return [...links.values()]
}

/** What the page itself says it stands on, else where it was found. */
export function baseOf($: CheerioAPI, baseUrl: string | undefined): string | null {
  const said = $('base[href]').first().attr('href')?.trim() ?? ''
  const base = said.length > BASE_CHARACTERS_MAX ? null : URL.parse(said, baseUrl)
  return base && /^https?:$/.test(base.protocol) ? base.href : (baseUrl ?? null)
}

function addressIn(written: string, base: string | null): string | null {
  const href = written.trim().replace(/[\t\n\r]/g, '')
  if (NO_LINK.test(href) || href.length > HREF_CHARACTERS_MAX) return null
  const url = base === null ? URL.parse(href) : URL.parse(href, base)
  return (url?.href ?? (base === null ? href : null))?.toWellFormed() ?? null
}

/** Without a base, what has no host of its own is of the page. */
function isInternal(href: string, site: string | null): boolean {
  const url = URL.parse(href)
  if (url === null) return !href.startsWith('//')
  return /^https?:$/.test(url.protocol) && siteOf(url) === site
}

const siteOf = ({ hostname }: URL): string => registeredDomain(hostname)

function labelOf($: CheerioAPI, element: Element): string {
  const text =
    lineOf(element.children) ||
    element.attribs['aria-label'] ||
    $(element).find('img[alt]').attr('alt') ||
    element.attribs['alt'] ||
    element.attribs['title'] ||
    ''
  return text.replace(/\s+/g, ' ').trim().slice(0, TEXT_CHARACTERS_MAX).toWellFormed()
}
