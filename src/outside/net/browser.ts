import { availableParallelism } from 'node:os'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { DNS_SERVERS } from './_dns.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import { createFairSlots } from '../../base/lib/fair-slots.ts'
import { startEngine, type EngineOptions } from './_browser-engine.ts'
import { createBrowserPool } from './_browser-pool.ts'
import type {
  Document,
  Failure,
  Products,
  Print,
  Printing,
  Subject,
  PageProduct,
} from './_browser-messages.ts'
import type { Pass } from './_browser-proxy.ts'
import { createDeadline } from './_deadline.ts'
import { assertPublicUrl, isPublicAddress } from './public-url.ts'
import { resolveFor, userAgent, type Reachable } from './web.ts'

export type { Document, Print, Printing, Subject }

/** Pages opened in a headless browser, with their scripts run. */
export interface Browser {
  document(url: string): Promise<Document>
  /** PNG of 1280 by 800, or of the whole page up to a limit. */
  picture(url: string, options: { readonly fullPage: boolean }): Promise<Uint8Array>
  print(subject: Subject, options: Printing): Promise<Print>
}

/** HTML of the caller, laid out by the same browser without any network. */
export interface Printer {
  /** `field` is named where the HTML is what cannot be printed. */
  print(html: string, options: Printing, field: string): Promise<Print>
}

export interface BrowserLimits {
  /** Pages open at the same time. */
  readonly pagesMax: number
  /** Time from opening a page to its result. */
  readonly visitMs: number
  /** How long an idle browser is kept. */
  readonly idleMs: number
  /** Visits after which a browser is replaced. */
  readonly visitsMax: number
  /** Bytes that one visit may move over the network. */
  readonly bytesMax: number
}

/** How long a call waits for a free page, and how many may wait. */
const PAGE_SLOTS = {
  waitMs: 8_000,
  waitingMax: 64,
  what: 'All pages of the browser',
  retryAfterSeconds: 5,
}

export const BROWSER_LIMITS: BrowserLimits = {
  pagesMax: Math.min(8, Math.max(2, availableParallelism() * 2)),
  visitMs: 20_000,
  idleMs: 2 * 60_000,
  visitsMax: 200,
  bytesMax: 40 * 1024 * 1024,
}

const CHROMIUM_PATH = {
  name: 'CHROMIUM_PATH',
  description:
    'Chromium or Chrome for tools that open pages. Default: one that npm brings, on Linux x64.',
} as const

/** Both print with one browser for each host. */
export function createBrowsers(
  reachable: Reachable = {},
  given: Partial<BrowserLimits> = {},
): { readonly browser: Capability<Browser>; readonly printer: Capability<Printer> } {
  const opened = new WeakMap<Host, Visit>()
  const visitsOn = (host: Host): Visit => {
    const visit = opened.get(host) ?? openVisits(host, reachable, { ...BROWSER_LIMITS, ...given })
    opened.set(host, visit)
    return visit
  }
  const browser: Capability<Browser> = {
    name: 'browser',
    engine: 'browser',
    settings: [DNS_SERVERS, CHROMIUM_PATH],
    live: true,
    texts: 'public',
    reads: 'the site that the call names and what its pages load',
    open(host) {
      const visit = visitsOn(host)
      return (call) => {
        const { sources } = call
        async function open<K extends keyof Products>(
          subject: Subject,
          wanted: PageProduct & { readonly kind: K },
        ): Promise<Products[K]> {
          const asked = 'url' in subject ? URL.parse(subject.url) : null
          const note = asked ? sources?.asked(asked.host) : undefined
          const made = await visit<K>(subject, wanted, call)
          note?.(hostOf(made))
          return made
        }
        return {
          document: (url) => open({ url }, { kind: 'document' }),
          picture: (url, options) => open({ url }, { kind: 'picture', ...options }),
          print: (subject, options) => open(subject, { kind: 'print', ...options }),
        }
      }
    },
  }
  const printer: Capability<Printer> = {
    name: 'printer',
    engine: 'browser',
    texts: 'own',
    settings: [CHROMIUM_PATH],
    open(host) {
      const visit = visitsOn(host)
      return (call) => ({
        print: (html, options, field) =>
          visit<'print'>({ html, offline: true }, { kind: 'print', ...options }, call).catch(
            blaming(field),
          ),
      })
    },
  }
  return { browser, printer }
}

/** Where nothing but the HTML of the caller takes part, it is what takes too long or too much. */
const blaming =
  (field: string) =>
  (thrown: unknown): never => {
    if (!(thrown instanceof Fault)) throw thrown
    const isItsOwn = thrown.code === 'upstream_failed' || thrown.code === 'upstream_timeout'
    throw isItsOwn ? badInput(`${field}: cannot be printed. ${thrown.message}`) : thrown
  }

type Visit = ReturnType<typeof openVisits>

function openVisits(host: Host, reachable: Reachable, limits: BrowserLimits) {
  const { allow = () => false } = reachable
  const pool = createBrowserPool(() => startEngine(engineOptions(host, reachable)), limits)
  const slotsPerClient = Math.ceil(limits.pagesMax / 2)
  const pageSlots = createFairSlots({ ...PAGE_SLOTS, slots: limits.pagesMax, slotsPerClient })
  host.onClose(() => pool.close())

  return async function visit<K extends keyof Products>(
    subject: Subject,
    wanted: PageProduct & { readonly kind: K },
    call: CallContext,
  ): Promise<Products[K]> {
    const first = 'url' in subject ? assertPublicUrl(subject.url, allow) : null
    const isOffline = 'html' in subject && subject.offline === true
    const leave = await pageSlots.take(call)
    const { visitMs } = limits
    const bytesMax = isOffline ? 0 : limits.bytesMax
    const { signal, ...deadline } = createDeadline(visitMs, call.signal)
    const visited = pool
      .lend((engine) => engine.visit({ subject, wanted, visitMs }, { signal, bytesMax }))
      .finally(leave)
    const { told, pass } = await deadline
      .race(visited)
      .catch((thrown: unknown) => {
        throw deadline.faultOf(thrown, first?.host ?? 'The page')
      })
      .finally(deadline.end)
    if (told.kind === 'failed') throw failed(told.failure, pass, first)
    return told.made as Products[K]
  }
}

/** Pages of the public web after their scripts have run. Strangers wrote them. */
export const { browser, printer } = createBrowsers()

/** The host of the page after redirects and scripts, if the result names it. */
const hostOf = (made: Products[keyof Products]): string | undefined =>
  'url' in made ? URL.parse(made.url)?.host || undefined : undefined

function engineOptions(host: Host, reachable: Reachable): EngineOptions {
  const { allow = () => false, resolve = resolveFor(host), ...stage } = reachable
  const contact = userAgent(host).replace(/^.*\(|\)$/g, '')
  return {
    guard: { ...stage, resolve, mayReach: (ip) => isPublicAddress(ip) || allow(ip) },
    allow,
    chromiumPath: host.setting(CHROMIUM_PATH.name) ?? null,
    // Many sites send an empty page to an unknown browser.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64; ${contact}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version} Safari/537.36`,
  }
}

function failed({ code, message, cause, host }: Failure, pass: Pass, first: URL | null): Error {
  const asked = first?.host ?? 'The page'
  if (pass.isSpent) return new Fault('upstream_failed', `${asked} sends more than a page may.`)
  const seen = host === undefined ? undefined : pass.faultOf(host)
  // A bad URL is the caller's mistake only if the caller named it, not if a page redirected there.
  if (seen?.code === 'bad_input' && host !== first?.hostname)
    return new Fault('upstream_failed', `${asked} leads to an address that is not public.`)
  if (seen) return seen
  return new Fault(code, message, cause === undefined ? {} : { cause: new Error(cause) })
}
