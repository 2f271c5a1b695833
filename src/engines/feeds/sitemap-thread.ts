import { constants, createGunzip } from 'node:zlib'
import { Fault } from '../../base/core/fault.ts'
import { MB } from '../../base/lib/fields.ts'
import { decodedText } from '../language/decoded-text.ts'
import { childrenOf, parseXml, textIn, type Xml } from './xml.ts'

export interface Listed {
  readonly loc: string
  readonly lastmod: string | null
  readonly priority: number | null
}

/** A sitemap lists pages; the index of a large site lists sitemaps. */
export interface Sitemap {
  readonly pages: readonly Listed[]
  readonly sitemaps: readonly string[]
  /** It lists more than this. */
  readonly isCut: boolean
}

export interface SitemapInput extends Beginning {
  readonly url: string
  readonly pagesMax: number
}

/** As much of a file as was read. */
interface Beginning {
  readonly bytes: Uint8Array
  /** Its `content-type`; empty when the server says nothing. */
  readonly type: string
  readonly isWhole: boolean
}

/** The protocol allows 50 MB, and a fifth of it lists as many pages as anybody asks for. */
const UNPACKED_BYTES_MAX = 10 * MB
const SITEMAPS_MAX = 100
/** Of an address, by the protocol. */
const LOC_LENGTH_MAX = 2_048
/** Of all addresses of a file: what a thread answers is held where everybody else is. */
const LOCS_LENGTH_MAX = 2_000_000

export async function work({ url, pagesMax, ...file }: SitemapInput): Promise<Sitemap> {
  const { host } = new URL(url)
  const { bytes, type, isWhole } = isPacked(file) ? await unpacked(file, host) : file
  const headers = new Headers({ 'content-type': type })
  const read = await decodedText({
    headers,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  })
  const isXml = /^\s*</.test(read)
  const text = isWhole ? read : untilLastRow(read, { isXml, host })
  const rows = isXml ? await inXml(text, host) : inText(text)
  const listed = rows.pages.flatMap((row) => pageOf(row, url) ?? [])
  const named = rows.sitemaps.flatMap((row) => pageOf(row, url)?.loc ?? [])
  const pages = upTo(pagesMax, listed)
  const sitemaps = named.slice(0, SITEMAPS_MAX)
  const isCut = !isWhole || pages.length < listed.length || sitemaps.length < named.length
  return { pages, sitemaps, isCut }
}

/** A file that is packed says so by its first bytes, whatever it is called. */
const isPacked = ({ bytes }: Beginning): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

async function unpacked({ isWhole, ...file }: Beginning, host: string): Promise<Beginning> {
  const { Z_FINISH, Z_SYNC_FLUSH } = constants
  const gunzip = createGunzip({ finishFlush: isWhole ? Z_FINISH : Z_SYNC_FLUSH })
  gunzip.end(file.bytes)
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of gunzip as AsyncIterable<Uint8Array>) {
      parts.push(part)
      length += part.length
      if (length > UNPACKED_BYTES_MAX) break
    }
  } catch (cause) {
    throw new Fault('upstream_failed', `The sitemap of ${host} is not packed soundly.`, { cause })
  }
  const bytes = Buffer.concat(parts)
  return { ...file, bytes, isWhole: isWhole && length <= UNPACKED_BYTES_MAX }
}

/** The last row that is whole ends it: half a row would be a page at half an address. */
function untilLastRow(text: string, { isXml, host }: { isXml: boolean; host: string }): string {
  const marks = isXml ? ['</url>', '</sitemap>'] : ['\n']
  const end = Math.max(...marks.map((mark) => text.lastIndexOf(mark)))
  if (end < 0) throw new Fault('upstream_failed', `The sitemap of ${host} lists nothing for long.`)
  return text.slice(0, isXml ? text.indexOf('>', end) + 1 : end)
}

function upTo(pagesMax: number, listed: readonly Listed[]): readonly Listed[] {
  let length = 0
  const pages: Listed[] = []
  for (const page of listed.slice(0, pagesMax)) {
    length += page.loc.length
    if (length > LOCS_LENGTH_MAX) break
    pages.push(page)
  }
  return pages
}

interface Rows {
  readonly pages: readonly Xml[]
  readonly sitemaps: readonly Xml[]
}

async function inXml(text: string, host: string): Promise<Rows> {
  const subject = `what ${host} answers`
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
  if (url.href.length > LOC_LENGTH_MAX) return null
  const priority = Number(textIn(row, 'priority') ?? Number.NaN)
  return {
    loc: url.href,
    lastmod: textIn(row, 'lastmod')?.slice(0, 40) ?? null,
    priority: priority >= 0 && priority <= 1 ? priority : null,
  }
}
