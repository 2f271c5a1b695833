import { Fault } from '../../../../base/core/fault.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { KB, MB } from '../../../../base/lib/fields.ts'
import type { Web } from '../../../../outside/net/web.ts'
import type { Threads } from '../../../../engines/threads/threads.ts'
import { fetchPage, type Page } from '../_page.ts'
import type { Rules, Visited } from './_crawl-thread.ts'

export interface CrawlOptions {
  readonly url: string
  readonly limit: number
  readonly include?: string | undefined
  readonly exclude?: string | undefined
}

export interface CrawlTools {
  readonly web: Web
  readonly threads: Threads
  /** Milliseconds since the epoch. */
  now(): number
}

export interface CrawledPage {
  readonly url: string
  readonly title: string
  readonly wordCount: number
  readonly markdown: string
}

export interface Skipped {
  readonly url: string
  readonly reason: string
}

const THREAD = threadWork<typeof import('./_crawl-thread.ts')>(
  import.meta.url,
  './_crawl-thread.ts',
)
const AGENT = 'farebox'
const ROBOTS_BYTES_MAX = 500 * KB
const PAUSE_MS = 250
/** A site that asks for longer pauses is read for as long as there is time. */
const PAUSE_MS_MAX = 10_000
/** Leaves time to fetch and parse the last page. */
const TIME_MS_MAX = 130_000
const MARKDOWN_CHARACTERS_MAX = 6 * MB
const SKIPPED_MAX = 100

interface Crawl {
  readonly queue: string[]
  readonly seen: Set<string>
  readonly pages: CrawledPage[]
  readonly skipped: Skipped[]
}

/** Breadth first over one host, one page at a time. The first page must exist. */
export async function crawl(options: CrawlOptions, tools: CrawlTools) {
  const startedAt = tools.now()
  const { first, host } = await begin(options, tools)
  const state: Crawl = { queue: [], seen: new Set([options.url]), pages: [], skipped: [] }
  await take(first, host, { state, options, tools })
  let characters = state.pages[0]?.markdown.length ?? 0
  for (let url = state.queue.shift(); url !== undefined; url = state.queue.shift()) {
    const isLate = tools.now() - startedAt + host.pauseMs > TIME_MS_MAX
    if (state.pages.length >= options.limit || isLate || characters > MARKDOWN_CHARACTERS_MAX) break
    await tools.web.pause(host.pauseMs)
    try {
      const page = await fetchPage(tools.web, url)
      await take(page, host, { state, options, tools })
      characters += state.pages.at(-1)?.markdown.length ?? 0
    } catch (thrown) {
      skip(state, url, reasonOf(thrown))
    }
  }
  return { startUrl: first.url, pages: state.pages, skipped: state.skipped }
}

interface Host {
  readonly name: string
  readonly robots: Rules['robots']
  readonly pauseMs: number
}

/** The first page, and the rules of its host after redirects. */
async function begin({ url, ...options }: CrawlOptions, { web, threads }: CrawlTools) {
  const judged = async (host: Host, url: string): Promise<Host> => {
    const asked: Visited = { rules: rulesOf(host, options), page: { url, html: '' }, isRead: false }
    const { isAllowed, delaySeconds } = await threads.run(THREAD, asked, {
      subject: 'robots.txt',
    })
    if (!isAllowed)
      throw new Fault(
        'upstream_failed',
        `url: must be allowed by robots.txt of ${host.name}, which forbids ${url}.`,
      )
    return { ...host, pauseMs: Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, delaySeconds * 1_000)) }
  }
  const host = await judged(await hostOf(url, web), url)
  const first = await fetchPage(web, url)
  if (new URL(first.url).host === host.name) return { first, host }
  return { first, host: await judged(await hostOf(first.url, web), first.url) }
}

const rulesOf = ({ robots }: Host, { include, exclude }: Omit<CrawlOptions, 'url'>): Rules => ({
  robots,
  agent: AGENT,
  include,
  exclude,
})

/** RFC 9309: without a file everything is allowed, with a server error nothing is. */
async function hostOf(url: string, web: Web): Promise<Host> {
  const robotsUrl = new URL('/robots.txt', url).href
  const { status, bytes } = await web.request(robotsUrl, { bytesMax: ROBOTS_BYTES_MAX })
  const name = new URL(url).host
  if (status >= 500)
    throw new Fault(
      'upstream_failed',
      `robots.txt of ${name} answers ${status}: then no page may be crawled.`,
    )
  const text = status < 300 ? bytes.toString('utf8') : ''
  return { name, robots: { url: robotsUrl, html: text }, pauseMs: PAUSE_MS }
}

interface Taking {
  readonly state: Crawl
  readonly options: CrawlOptions
  readonly tools: CrawlTools
}

async function take(page: Page, host: Host, { state, options, tools }: Taking): Promise<void> {
  if (new URL(page.url).host !== host.name)
    throw new Fault('upstream_failed', `It redirects to another host, ${new URL(page.url).host}.`)
  if (state.pages.some(({ url }) => url === page.url)) return
  state.seen.add(page.url)
  const asked: Visited = { rules: rulesOf(host, options), page, isRead: true }
  const found = await tools.threads.run(THREAD, asked, { subject: 'the page' })
  if (!found.isAllowed) throw new Fault('upstream_failed', 'robots.txt does not allow it.')
  if (found.article) {
    const { title, wordCount, markdown } = found.article
    state.pages.push({ url: page.url, title, wordCount, markdown })
  }
  const isNew = (url: string) => !state.seen.has(url) && Boolean(state.seen.add(url))
  state.queue.push(...found.links.filter(isNew))
  for (const url of found.forbidden.filter(isNew)) skip(state, url, 'robots.txt does not allow it.')
}

function skip({ skipped }: Crawl, url: string, reason: string): void {
  if (skipped.length < SKIPPED_MAX) skipped.push({ url, reason })
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
  return thrown.message
}
