import type { CheerioAPI } from 'cheerio'
import { isRelativeIn } from '../html/head.ts'
import type { Tag } from '../html/tags.ts'

const URL_CHARACTERS_MAX = 1_000

/** Where pages keep the address of an image that they load only when it is seen. */
const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', 'data-url']
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset']

/** An image at its absolute address; without one, or too small to be seen, it goes. */
export function normaliseImage($: CheerioAPI, tag: Tag, base: string): void {
  const { attribs } = tag
  const alt = attribs['alt']?.trim() ?? ''
  if (/^\p{Extended_Pictographic}/u.test(alt) && alt.length <= 16)
    return void $(tag).replaceWith($('<span></span>').text(alt))
  const url = addressOf($, tag, base)
  if (!url || isDot(attribs)) return void $(tag).remove()
  attribs['src'] = url
  delete attribs['srcset']
}

/** Too small to be seen: it counts readers. */
export const isDot = ({ width, height }: Readonly<Record<string, string>>): boolean =>
  [width, height].some((side) => Number(side ?? Infinity) <= 2)

function addressOf($: CheerioAPI, { attribs, parent }: Tag, base: string): string | null {
  const sources = parent && 'name' in parent && parent.name === 'picture' ? $(parent) : null
  const sets = [
    ...LAZY_SETS.map((name) => attribs[name]),
    ...(sources?.children('source').toArray() ?? []).map(
      (source) => source.attribs['srcset'] ?? source.attribs['data-srcset'],
    ),
  ]
  const candidates = [...LAZY.map((name) => attribs[name]), attribs['src'], ...sets.map(largest)]
  for (const candidate of candidates) {
    const url = candidate?.trim() ? URL.parse(candidate.trim(), base) : null
    if (url && /^https?:$/.test(url.protocol) && url.href.length <= URL_CHARACTERS_MAX)
      return url.href
    if (url === null && candidate && isRelativeIn(base, candidate)) return candidate.trim()
  }
  return null
}

/** Of `a.jpg 480w, b.jpg 2x`, the address with the greatest number. */
function largest(set: string | undefined): string | undefined {
  const rows = (set ?? '')
    .slice(0, 8_000)
    .split(/,\s+/)
    .map((row) => row.trim().split(/\s+/))
  const sized = rows.map(([url, size]) => ({ url, size: Number.parseFloat(size ?? '1') || 1 }))
  return sized.toSorted((a, b) => b.size - a.size)[0]?.url
}
