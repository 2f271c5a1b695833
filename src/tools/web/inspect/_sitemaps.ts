import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { Fault } from '../../../core/fault.ts'
import { MB } from '../../../lib/fields.ts'
import type { Web } from '../../../net/web.ts'
import type { Threads } from '../../../threads/threads.ts'
import { fetchFile, textOf } from '../_page.ts'
import type { Listed, Sitemap, Wanted } from './_sitemap-thread.ts'

const SITEMAP = new URL('./_sitemap-thread.ts', import.meta.url)
const FILE_BYTES_MAX = 10 * MB
const ROBOTS_BYTES_MAX = MB / 2
/** As large as the protocol lets a sitemap be, unpacked, would be 50 MB. */
const UNPACKED_BYTES_MAX = 20 * MB
const SITEMAPS_MAX = 40
const AT_ONCE = 4

export interface Walk {
  readonly sitemaps: readonly string[]
  readonly urls: readonly Listed[]
  readonly truncated: boolean
}

interface Reaching {
  /** That the caller named. */
  readonly page: string
  readonly web: Web
  readonly threads: Threads
}

/** Where a site says that its sitemaps are, or where they usually are. */
export async function announced(page: string, web: Web): Promise<readonly string[]> {
  if (/\.(xml|txt)(\.gz)?$/i.test(new URL(page).pathname)) return [page]
  const robots = new URL('/robots.txt', page).href
  const lines = await fetchFile(web, robots, { bytesMax: ROBOTS_BYTES_MAX }).then(
    ({ bytes }) => bytes.toString('utf8').split(/\r\n|\r|\n/),
    ifNobody([]),
  )
  const named = lines.flatMap((line) => /^\s*sitemap\s*:\s*(\S+)/i.exec(line)?.[1] ?? [])
  const urls = named.flatMap((text) => URL.parse(text, robots)?.href ?? [])
  return urls.length > 0 ? [...new Set(urls)] : [new URL('/sitemap.xml', page).href]
}

/**
 * Reads sitemaps, and those that they name, until there are enough pages. One that cannot be read
 * is passed over, unless none can.
 */
export async function walk(
  first: readonly string[],
  limit: number,
  reach: Reaching,
): Promise<Walk> {
  const known = new Set(first)
  const queue = [...first]
  const read: string[] = []
  const urls = new Map<string, Listed>()
  let isCut = false
  let failure: unknown
  while (queue.length > 0 && urls.size < limit && read.length < SITEMAPS_MAX) {
    const turn = queue.splice(0, Math.min(AT_ONCE, SITEMAPS_MAX - read.length))
    const found = await Promise.all(turn.map((address) => readOne(address, limit, reach)))
    for (const [at, sitemap] of found.entries()) {
      if (sitemap instanceof Fault) {
        failure ??= sitemap
        isCut = true
        continue
      }
      read.push(turn[at]!)
      isCut ||= sitemap.isCut
      for (const page of sitemap.pages) if (!urls.has(page.loc)) urls.set(page.loc, page)
      const fresh = sitemap.sitemaps.filter((address) => !known.has(address))
      for (const address of fresh) known.add(address)
      queue.push(...fresh)
    }
  }
  if (read.length === 0 && failure) throw failure
  const all = [...urls.values()]
  const truncated = isCut || queue.length > 0 || all.length > limit
  return { sitemaps: read, urls: all.slice(0, limit), truncated }
}

async function readOne(
  address: string,
  pagesMax: number,
  { page, web, threads }: Reaching,
): Promise<Sitemap | Fault> {
  try {
    const file = await fetchFile(web, address, { bytesMax: FILE_BYTES_MAX })
    const { host } = new URL(file.url)
    const bytes = await unpacked(file.bytes, host)
    const text = await textOf({ headers: file.headers, bytes })
    const wanted: Wanted = { text, url: file.url, pagesMax }
    return await threads.run<Sitemap>(SITEMAP, wanted, { subject: `the sitemap of ${host}` })
  } catch (thrown) {
    return ifNobody(blaming(page, address, Fault.from(thrown)))(thrown)
  }
}

/** A caller answers for the site that it named, and not for where that site sends its readers. */
function blaming(page: string, address: string, fault: Fault): Fault {
  const [{ host }, other] = [new URL(page), new URL(address)]
  if (fault.code !== 'bad_input' || other.host === host) return fault
  return new Fault('upstream_failed', `${host} names a sitemap at ${other.host} that is no use.`)
}

/** A file that is packed says so by its first bytes, whatever it is called. */
async function unpacked(bytes: Buffer, host: string): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: UNPACKED_BYTES_MAX })
  } catch (cause) {
    const what = `is not packed soundly, or unpacks to more than ${UNPACKED_BYTES_MAX / MB} MB`
    throw new Fault('upstream_failed', `The sitemap of ${host} ${what}.`, { cause })
  }
}

/** What a site does wrong may be passed over; a bug, or a caller who left, may not. */
const ifNobody =
  <T>(instead: T) =>
  (thrown: unknown): T => {
    if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
    return instead
  }
