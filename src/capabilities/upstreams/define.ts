import type { z } from 'zod'
import type { Capability, Host, CallContext, Texts } from '../../base/core/capability.ts'
import { httpUrl } from '../../base/lib/fields.ts'
import type { Dollars } from '../../base/core/money.ts'
import type { Setting } from '../../base/core/setting.ts'
import type { Limits } from '../../base/core/tool.ts'
import { UPSTREAM_LOG } from '../../base/core/upstream-log.ts'
import { createCache } from '../../outside/net/cache.ts'
import { createPace } from '../../outside/net/pace.ts'
import { bytesOf, createClient } from '../../outside/net/request.ts'
import type { Answer, StreamedAnswer } from '../../outside/net/request.ts'
import { EVENT_STREAM, type ServerSentEvent } from '../../outside/net/event-stream.ts'
import { addresser, baseSettingOf, type Query } from './_address.ts'
import { createBilling, priceOfRequest } from './_billing.ts'
import { accept, backoffMsOf, chunksOf, nameSource, parseAnswer, type Refusals } from './_faults.ts'
import { createCounting } from './_counting.ts'
import { openEvents } from './_events.ts'
import { keyRemover } from './_key-remover.ts'

export interface UpstreamRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly query?: Query | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** A body as JSON, or as text of the type in `headers`. */
  readonly json?: unknown
  readonly text?: string
  /** How long the answer may be given again. */
  readonly cacheTtlMs?: number
  readonly bytesMax?: number
  /** Replaces the refusals of the spec. */
  readonly refusals?: Refusals
}

/** Limits of the request that differ from those of the spec. */
export interface EventsRequest extends Omit<UpstreamRequest, 'cacheTtlMs'> {
  readonly limits?: Partial<Limits>
}

/**
 * Sends requests to one provider. A path begins with a slash; for a second host of the provider, it
 * may be an absolute URL. Every error becomes a fault here.
 */
export interface UpstreamHttp {
  /** The answer, parsed by the schema, which names only what the tool needs. */
  json<S extends z.ZodType>(path: string, answer: S, ask?: UpstreamRequest): Promise<z.output<S>>
  text(path: string, ask?: UpstreamRequest): Promise<string>
  bytes(path: string, ask?: UpstreamRequest): Promise<Answer>
  /**
   * Server-sent events as they arrive. Resolves when the provider has accepted the request. The
   * connection ends when the reader stops. Never cached.
   */
  events(path: string, ask?: EventsRequest): Promise<AsyncIterable<ServerSentEvent>>
  /** A body that is too large for memory, as a stream; status 304 if `ask` is conditional. */
  stream(path: string, ask?: UpstreamRequest): Promise<StreamedAnswer>
  /** Sets the time of the data, in milliseconds since the epoch, which becomes `asOf`. */
  dated(atMs: number): void
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
  setting(name: string): string | undefined
}

export interface UpstreamSpec<Api> {
  /** Name of the capability: kebab-case. */
  readonly name: string
  /** Name that its users know. */
  readonly title: string
  /** Page with its terms of use. */
  readonly terms: string
  /**
   * Without a trailing slash. `UPSTREAM_<NAME>_URL` overrides it, together with every other host.
   */
  readonly base: string
  /** A required setting that holds the base. */
  readonly baseSetting?: string
  /** All settings that it reads, except the address of a mirror. */
  readonly settings?: readonly Setting[]
  /**
   * What one request costs the operator; `$0` where a key is free, or a plan pays for all requests.
   * A provider that has a key must say it.
   */
  readonly asks?: Dollars
  /** Who writes the texts of its answers. */
  readonly texts: Texts
  /** Name in the `source` of answers, if the licence requires more than the title. */
  readonly attribution?: string
  readonly limits: {
    readonly timeoutMs: number
    readonly bytesMax: number
    /** Limits of streamed answers. Default: `timeoutMs`, then 30 s between events, 300 s in all. */
    readonly stream?: Partial<Limits>
    /** Requests that it allows this instance per second; a function if a key allows more. */
    readonly perSecond?: number | ((setting: (name: string) => string) => number)
    /** `replicas`: its limit is for all replicas together. Default: for each. */
    readonly among?: 'replicas'
  }
  /**
   * How long answers may be given again, unless the request says otherwise. Default: not at all.
   */
  readonly cacheTtlMs?: number
  readonly keepBytesMax?: number
  headers?(setting: (name: string) => string): Readonly<Record<string, string>>
  /** The pause that an answer asks for, if the provider states it in its own form. */
  backoffMs?(answer: Answer): number
  readonly refusals?: Refusals
  api(http: UpstreamHttp): Api
}

const SPARE_MS = 1_000
const UPSTREAM_CONTACT = {
  name: 'UPSTREAM_CONTACT',
  description:
    'Address or mail in the `User-Agent` for providers; some require it. Default: `BASE_URL`.',
} as const satisfies Setting

const NOT_MODIFIED = 304
const KEEP_BYTES_MAX = 8 * 1024 * 1024
const STREAM = { idleMs: 30_000, totalMs: 300_000 }

/** Defines one provider. Its file holds all that this service knows about it. */
export function defineUpstream<Api extends object>(spec: UpstreamSpec<Api>): Capability<Api> {
  const { name, title, terms, base, baseSetting, settings = [], texts } = spec
  const address: Setting = {
    name: baseSettingOf(spec),
    description: `Another address of ${title}, for a mirror or a test. Default: ${base}`,
    schema: httpUrl,
  }
  return {
    name,
    settings: [...settings, UPSTREAM_CONTACT, ...(baseSetting ? [] : [address])],
    live: true,
    providers: [{ title, terms, setting: baseSettingOf(spec) }],
    texts,
    ...(priceOfRequest(spec) === '$0' && { isFree: true }),
    open: (host) => open(spec, host),
  }
}

interface Kept {
  readonly answer: Answer
  readonly atMs: number
}

function open<Api extends object>(spec: UpstreamSpec<Api>, host: Host): (call: CallContext) => Api {
  const client = createClient({ policy: 'trusted' })
  host.onClose(() => client.close())
  const setting = (name: string) => host.setting(name)
  const now = () => host.now()
  const settingText = (name: string) => setting(name) ?? ''
  const { perSecond, among, timeoutMs, bytesMax } = spec.limits
  const rateSlots = among === 'replicas' ? host.rateSlots : undefined
  const paced = { name: spec.title, ...(rateSlots && { rateSlots }) }
  const allowed = typeof perSecond === 'function' ? perSecond(settingText) : perSecond
  const pace = allowed ? createPace({ ...paced, perSecond: allowed }) : null
  const { turn, counted } = createCounting(host)
  const billed = createBilling(spec)
  const log = host.part?.(UPSTREAM_LOG)
  if (allowed) log?.paced(spec.title, allowed)
  /** An answer that is given again is looked at once. */
  const looked = new WeakSet<Answer>()
  const cache = createCache<Kept>({ bytesMax: spec.keepBytesMax ?? KEEP_BYTES_MAX, now: host.now })
  const addressOf = addresser(spec, host)
  const withoutKeys = keyRemover(spec.settings, setting)
  const textIn = ({ bytes }: Answer) => withoutKeys(new TextDecoder().decode(bytes))
  const headers = {
    'user-agent': userAgent(host),
    accept: 'application/json',
    ...spec.headers?.(settingText),
  }

  function sent(path: string, ask: UpstreamRequest) {
    const body = ask.json === undefined ? ask.text : JSON.stringify(ask.json)
    const type = ask.json === undefined ? {} : { 'content-type': 'application/json' }
    const request = {
      method: ask.method ?? (body === undefined ? ('GET' as const) : ('POST' as const)),
      headers: { ...headers, ...type, ...ask.headers },
      ...(body === undefined ? {} : { body }),
      bytesMax: ask.bytesMax ?? bytesMax,
    }
    return { url: addressOf(path, ask.query), request }
  }

  /** Throws unless the answer is good. */
  async function judge(path: string, ask: UpstreamRequest, answer: Answer): Promise<void> {
    // A host behind an absolute address sets a pause only for itself.
    const backoffMs = path.startsWith('/') ? backoffMsOf(spec, answer) : 0
    if (backoffMs > 0) await pace?.rest(backoffMs)
    accept(spec, ask, answer, withoutKeys)
  }

  async function streamed(path: string, ask: EventsRequest, call: CallContext) {
    const { signal } = call
    const { url, request } = sent(path, ask)
    const limits = { ...STREAM, firstEventMs: timeoutMs, ...spec.limits.stream, ...ask.limits }
    const waitedMs = await turn(spec.title, pace, call)
    const accepted = { ...request, headers: { ...request.headers, accept: EVENT_STREAM } }
    const opening = () =>
      openEvents({
        title: spec.title,
        limits,
        signal,
        // A limit that ends the request names the provider; the client's own deadline is a second
        // one.
        open: (until) =>
          client
            .stream(url, { ...accepted, signal: until, timeoutMs: limits.totalMs + SPARE_MS })
            .catch(nameSource(spec, url)),
        judge: (answer) => judge(path, ask, answer),
      })
    return counted(spec.title, call, () => billed(call, opening), waitedMs)
  }

  async function begun(path: string, ask: UpstreamRequest, call: CallContext) {
    const { signal } = call
    const { url, request } = sent(path, ask)
    const waitedMs = await turn(spec.title, pace, call)
    async function opening(): Promise<StreamedAnswer> {
      const answer = await client
        .stream(url, { ...request, signal, timeoutMs })
        .catch(nameSource(spec, url))
      const chunks = chunksOf(answer.chunks, nameSource(spec, url))
      if (answer.status !== NOT_MODIFIED && answer.status >= 300)
        await judge(path, ask, { ...answer, bytes: await bytesOf(chunks) })
      return { ...answer, chunks }
    }
    return counted(spec.title, call, () => billed(call, opening), waitedMs)
  }

  async function answered(path: string, ask: UpstreamRequest, call: CallContext): Promise<Kept> {
    const { signal } = call
    const { url, request } = sent(path, ask)
    const { method, body } = request
    const key = `${method} ${url} ${body ?? ''}`
    const cacheTtlMs = ask.cacheTtlMs ?? (method === 'GET' ? (spec.cacheTtlMs ?? 0) : 0)
    const kept = () => (cacheTtlMs > 0 ? cache.get(key) : null)
    const known = kept()
    if (known) return known
    const waitedMs = await turn(spec.title, pace, call)
    // While this call waited for its rate slot, another one may have fetched the same answer.
    const brought = kept()
    if (brought) return brought
    async function exchange(): Promise<Answer> {
      const received = await client
        .request(url, { ...request, signal, timeoutMs })
        .catch(nameSource(spec, url))
      await judge(path, ask, received)
      return received
    }
    const answer = await counted(spec.title, call, () => billed(call, exchange), waitedMs)
    const atMs = host.now()
    const { byteLength: bytes } = answer.bytes
    if (cacheTtlMs > 0) cache.set(key, { answer, atMs }, { bytes, untilMs: atMs + cacheTtlMs })
    return { answer, atMs }
  }

  return (call) => {
    const { signal, sources } = call
    const { title, attribution = title } = spec
    /**
     * An invalid answer does not count: its source is not named next to a provider whose answer was
     * used.
     */
    async function read<T>(
      path: string,
      ask: UpstreamRequest | undefined,
      reading: (answer: Answer) => T,
    ) {
      const note = sources?.asked(attribution)
      const { answer, atMs } = await answered(path, ask ?? {}, call)
      const value = reading(answer)
      note?.(attribution, atMs)
      return value
    }
    const bytes: UpstreamHttp['bytes'] = (path, ask) => read(path, ask, (answer) => answer)
    const text: UpstreamHttp['text'] = (path, ask) => read(path, ask, textIn)
    const json: UpstreamHttp['json'] = (path, schema, ask) =>
      read(path, ask, (answer) => {
        const isNew = !looked.has(answer)
        looked.add(answer)
        return parseAnswer(spec, schema, textIn(answer), (value, refusedAt) => {
          if (isNew) log?.shaped?.({ title, path, value, refusedAt })
        })
      })
    const events: UpstreamHttp['events'] = async (path, ask) => {
      const note = sources?.asked(attribution)
      const stream = await streamed(path, ask ?? {}, call)
      note?.()
      return stream
    }
    const stream: UpstreamHttp['stream'] = async (path, ask) => begun(path, ask ?? {}, call)
    const dated = (atMs: number) => sources?.asked(attribution)(attribution, atMs)
    return spec.api({ json, text, bytes, events, stream, dated, signal, now, setting })
  }
}

/** Providers want to know who sends requests, and whom to contact. */
function userAgent(host: Host): string {
  const contact = host.setting(UPSTREAM_CONTACT.name) ?? host.setting('BASE_URL')
  return contact ? `farebox (${contact.replaceAll(/[^\x20-\x7e]/g, '')})` : 'farebox'
}
