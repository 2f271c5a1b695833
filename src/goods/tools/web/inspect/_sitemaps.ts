import { Fault } from '../../../../base/core/fault.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { MB } from '../../../../base/lib/fields.ts'
import type { Web } from '../../../../outside/net/web.ts'
import type { Threads } from '../../../../engines/threads/threads.ts'
import { fetchFile, refusalOf } from '../_page.ts'
import type { Listed, Sitemap, SitemapInput } from '../../../../engines/feeds/sitemap-thread.ts'

const SITEMAP = threadWork<typeof import('../../../../engines/feeds/sitemap-thread.ts')>(
  import.meta.url,
  '../../../../engines/feeds/sitemap-thread.ts',
)
/** Bytes of the files that are read together: of larger ones only the beginning is read. */
const TURN_BYTES_MAX = 10 * MB
/** Bytes that may still be on their way when reading stops. */
const READ_AHEAD_BYTES = MB
const ROBOTS_BYTES_MAX = MB / 2
const SITEMAPS_MAX = 40
const AT_ONCE = 4

export interface SitemapUrls {
  readonly sitemaps: readonly string[]
  readonly urls: readonly Listed[]
  readonly truncated: boolean
}

interface Reaching {
  /** Address that the caller gave. */
  readonly page: string
  readonly web: Web
  readonly threads: Threads
}

/** The sitemaps that a site declares, or else the usual addresses. */
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
 * Reads sitemaps, and those that they name, until there are enough pages. An unreadable one is
 * skipped, unless all are unreadable.
 */
export async function walk(
  first: readonly string[],
  limit: number,
  reach: Reaching,
): Promise<SitemapUrls> {
  const known = new Set(first)
  const queue = [...first]
  const read: string[] = []
  const urls = new Map<string, Listed>()
  let isCut = false
  let failure: unknown
  while (queue.length > 0 && urls.size < limit && read.length < SITEMAPS_MAX) {
    const turn = queue.splice(0, Math.min(AT_ONCE, SITEMAPS_MAX - read.length))
    const most = { bytesMax: Math.floor(TURN_BYTES_MAX / turn.length), pagesMax: limit }
    const found = await Promise.all(turn.map((address) => readOne(address, most, reach)))
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

interface ReadLimits {
  readonly bytesMax: number
  readonly pagesMax: number
}

async function readOne(
  address: string,
  { bytesMax, pagesMax }: ReadLimits,
  { page, web, threads }: Reaching,
): Promise<Sitemap | Fault> {
  try {
    const wanted: SitemapInput = { ...(await beginningOf(web, address, bytesMax)), pagesMax }
    const subject = `the sitemap of ${new URL(wanted.url).host}`
    return await threads.run(SITEMAP, wanted, { subject })
  } catch (thrown) {
    return ifNobody(blaming(page, address, Fault.from(thrown)))(thrown)
  }
}

async function beginningOf(web: Web, address: string, bytesMax: number) {
  const answer = await web.stream(address, { bytesMax: bytesMax + READ_AHEAD_BYTES })
  const refusal = refusalOf(answer)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.chunks) {
    // Stopping means closing the connection; an unread answer would keep it open.
    if (refusal || length > bytesMax) break
    parts.push(part)
    length += part.length
  }
  if (refusal) throw refusal
  const type = answer.headers.get('content-type') ?? ''
  return { url: answer.url, type, bytes: Buffer.concat(parts), isWhole: length <= bytesMax }
}

/** A caller is responsible for the site in the input, but not for other sites that it refers to. */
function blaming(page: string, address: string, fault: Fault): Fault {
  const [{ host }, other] = [new URL(page), new URL(address)]
  if (fault.code !== 'bad_input' || other.host === host) return fault
  return new Fault(
    'upstream_failed',
    `${host} names a sitemap at ${other.host} that cannot be used.`,
  )
}

/** Faults of a site may be skipped; a bug, or a caller who disconnects, may not. */
const ifNobody =
  <T>(instead: T) =>
  (thrown: unknown): T => {
    if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
    return instead
  }
