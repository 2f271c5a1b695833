import type { Browser, Page, Response } from 'playwright-core'
import { Fault } from '../../base/core/fault.ts'
import { HTML_CHARACTERS_MAX, outputOf, tooLong, VIEWPORT } from './_browser-output.ts'
import type { Failure, Products, VisitOrder } from './_browser-messages.ts'
import { PROXY_USER } from './_browser-proxy.ts'
import { initScript } from './_browser-init-script.ts'

export interface Visiting {
  readonly proxy: string
  readonly userAgent: string
  /** Aborted when the caller disconnects or the time is over; there is no other timeout. */
  readonly left: AbortSignal
}

/** Shares of the whole visit: for loading, and for requests after that. */
const LOAD_SHARE = 0.3
const QUIET_SHARE = 0.12
const TRIES = 3
const REQUESTS_MAX = 1_500
const PAGE_TYPES = /^(text\/(html|plain|xml)|application\/(xhtml\+xml|xml|json)|image\/svg\+xml|)$/

/** Opens a page in a context of its own, makes what is wanted of it, and closes the context. */
export async function visit(
  browser: Browser,
  order: VisitOrder,
  { proxy, userAgent, left }: Visiting,
): Promise<Products[keyof Products]> {
  left.throwIfAborted()
  const context = await browser.newContext({
    proxy: {
      server: proxy,
      bypass: '<-loopback>',
      username: PROXY_USER,
      password: order.password,
    },
    userAgent: userAgent.replace('{version}', browser.version()),
    viewport: VIEWPORT,
    locale: 'en-US',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    acceptDownloads: false,
    offline: 'html' in order.subject && order.subject.offline === true,
  })
  const close = () => void context.close().catch(() => {})
  left.addEventListener('abort', close, { once: true })
  try {
    left.throwIfAborted()
    context.setDefaultTimeout(0)
    await context.addInitScript(initScript)
    const page = await context.newPage()
    context.on('page', (other) => void other.close().catch(() => {}))
    return await Promise.race([excessOf(page, order), make(page, order)])
  } finally {
    left.removeEventListener('abort', close)
    await context.close().catch(() => {})
  }
}

/** Throws when a page exceeds a limit. */
async function excessOf(page: Page, { subject }: VisitOrder): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const whose = 'url' in subject ? `The page of ${new URL(subject.url).host}` : 'The page'
  const code = 'url' in subject ? 'upstream_failed' : 'bad_input'
  const end = (what: string) => reject(new Fault(code, `${whose} ${what}.`))
  let requests = 0
  page.on('crash', () => end('takes more memory than a page may'))
  page.on('request', () => {
    requests += 1
    if (requests > REQUESTS_MAX) end(`makes more than ${REQUESTS_MAX} requests`)
  })
  return promise
}

async function make(page: Page, order: VisitOrder): Promise<Products[keyof Products]> {
  await open(page, order)
  const session = await page.context().newCDPSession(page)
  for (let tried = 1; ; tried += 1) {
    await settle(page, order)
    try {
      const result = await outputOf(page, session, order.wanted)
      assertShown(page, order)
      return result
    } catch (thrown) {
      // A page may navigate by itself at any time.
      if (thrown instanceof Fault || page.isClosed() || tried === TRIES) throw thrown
    }
  }
}

/**
 * A script or a refresh may navigate to an address that cannot be opened; the browser then reports
 * it.
 */
function assertShown(page: Page, { subject }: VisitOrder): void {
  if (!page.url().startsWith('chrome-error:')) return
  const [code, whose] =
    'url' in subject
      ? (['upstream_failed', `The page of ${new URL(subject.url).host}`] as const)
      : (['bad_input', 'html: the page'] as const)
  throw new Fault(code, `${whose} redirects to an address that cannot be opened.`)
}

async function open(page: Page, { subject }: VisitOrder): Promise<void> {
  if ('html' in subject) return page.setContent(subject.html, { waitUntil: 'commit' })
  let url = subject.url
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) url = request.url()
  })
  const response = await page.goto(subject.url, { waitUntil: 'commit' }).catch((thrown) => {
    throw unopened(thrown, url)
  })
  assertPage(response, url)
}

function assertPage(response: Response | null, url: string): void {
  const { host } = new URL(url)
  const headers = response?.headers() ?? {}
  const status = response?.status() ?? 0
  if (status < 200 || status > 299)
    throw new Fault('upstream_failed', `${host} answered ${status} for this address.`)
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (!PAGE_TYPES.test(type))
    throw new Fault('upstream_failed', `${host} answered ${type}, which is no page.`)
  if (Number(headers['content-length'] ?? 0) > HTML_CHARACTERS_MAX) throw tooLong(host)
}

/**
 * A page that has opened is used as it is when the time is over. A page that never opens is a
 * fault.
 */
async function settle(page: Page, { visitMs }: VisitOrder): Promise<void> {
  await page.waitForLoadState('domcontentloaded', { timeout: 0 })
  await page.waitForLoadState('load', { timeout: visitMs * LOAD_SHARE }).catch(unlessTimeout)
  await page
    .waitForLoadState('networkidle', { timeout: visitMs * QUIET_SHARE })
    .catch(unlessTimeout)
}

function unlessTimeout(thrown: unknown): void {
  if (!(thrown instanceof Error) || thrown.name !== 'TimeoutError') throw thrown
}

/** The fault for a page that could not be opened, with the error of the browser. */
interface Unopened {
  readonly host: string
  readonly code: string
}

const unopenedBy = new WeakMap<object, Unopened>()

function unopened(thrown: unknown, url: string): unknown {
  const { message } = thrown as Error
  const isDownload = /Download is starting/i.test(message)
  const code = isDownload ? 'DOWNLOAD' : /net::(ERR_[A-Z0-9_]+)/.exec(message)?.[1]
  if (code !== undefined) unopenedBy.set(thrown as object, { host: new URL(url).hostname, code })
  return thrown
}

export function failureOf(thrown: unknown, { subject }: VisitOrder): Failure {
  if (thrown instanceof Fault) return { code: thrown.code, message: thrown.message }
  const known = unopenedBy.get(thrown as object)
  if (known) return { host: known.host, ...said(known) }
  const whose = 'url' in subject ? `The page of ${new URL(subject.url).host}` : 'The page'
  const [cause] = String(thrown).split('\n', 1)
  return {
    code: 'upstream_failed',
    message: `${whose} could not be shown.`,
    ...(cause && { cause }),
  }
}

function said({ host, code }: Unopened): Pick<Failure, 'code' | 'message'> {
  if (code === 'DOWNLOAD' || code === 'ERR_ABORTED')
    return { code: 'upstream_failed', message: `${host} answered with a download, not a page.` }
  if (code.startsWith('ERR_CERT') || code.startsWith('ERR_SSL'))
    return { code: 'upstream_failed', message: `${host} has no trusted certificate.` }
  if (code === 'ERR_TOO_MANY_REDIRECTS')
    return { code: 'upstream_failed', message: `${host} redirects too often.` }
  if (code === 'ERR_TIMED_OUT' || code === 'ERR_CONNECTION_TIMED_OUT')
    return { code: 'upstream_timeout', message: `${host} did not answer in time.` }
  return {
    code: 'upstream_failed',
    message: `${host} does not answer in a way that can be read (${code}).`,
  }
}
