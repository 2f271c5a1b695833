import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Capability, Host } from '../../../src/base/core/capability.ts'
import type { Db } from '../../../src/base/core/db.ts'
import { allMigrations } from '../../../src/stores/all.ts'
import { migrate } from '../../../src/stores/database/migrate.ts'
import { openSqlite } from '../../../src/stores/database/sqlite.ts'
import { callContext } from '../call-context.ts'
import type { Exchange, NamedRecording } from './form.ts'
import { plainOf } from './plain.ts'

/** What a call came to. */
export type Outcome = { readonly value: unknown } | { readonly thrown: unknown }

export interface Played {
  readonly outcome: Outcome
  /** Requests that no exchange of the recording answers. */
  readonly strange: readonly string[]
}

/** Bodies and headers that take the place of those of the recording, by exchange. */
export interface Spoilt {
  readonly at: number
  readonly body: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export interface Player {
  play(recording: NamedRecording, spoilt?: Spoilt): Promise<Played>
  close(): Promise<void>
}

const NOT_RECORDED = 599

/** One server on loopback plays the providers; each call gets a path of its own. */
export async function createPlayer(
  capabilities: ReadonlyMap<string, Capability<unknown>>,
): Promise<Player> {
  const calls = new Map<string, (request: IncomingMessage, response: ServerResponse) => unknown>()
  const server = createServer((request, response) => {
    const [, key = ''] = (request.url ?? '').split('/')
    void calls.get(key)?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, AT)
  let last = 0

  async function play(recording: NamedRecording, spoilt?: Spoilt): Promise<Played> {
    const capability = capabilities.get(recording.provider)
    if (!capability) throw new Error(`no provider ${recording.provider}`)
    const key = String(++last)
    const strange: string[] = []
    const left = recording.exchanges.map((exchange, at) => ({ exchange, at }))
    calls.set(key, async (request, response) => {
      const asked = await askedIn(request, key)
      const found =
        left.find(({ exchange }) => isFor(exchange, asked)) ??
        (spoilt && left.find(({ exchange }) => exchange.request.path === asked.path))
      if (!found) {
        strange.push(`${asked.method} ${asked.path}${asked.search}`)
        response.writeHead(NOT_RECORDED).end()
        return
      }
      const { status, headers } = found.exchange.response
      const isSpoilt = spoilt?.at === found.at
      response.writeHead(status, {
        'content-type': 'application/json',
        ...headers,
        ...(isSpoilt && spoilt.headers),
      })
      response.end(isSpoilt ? spoilt.body : recording.bodies[found.at])
    })
    const closing: (() => Promise<void>)[] = []
    await db.batch(
      ['kept_files', 'kept_blocks'].map((table) => ({ sql: `delete from ${table}`, values: [] })),
    )
    try {
      const host = hostFor(recording, capability, { base: `${base}/${key}`, db, closing })
      const outcome = await outcomeOf(recording, capability, host)
      return { outcome, strange }
    } finally {
      // Closing awaits what is still being asked.
      for (const close of closing) await close()
      calls.delete(key)
    }
  }

  return {
    play,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await db.close()
    },
  }
}

async function outcomeOf(
  { call }: NamedRecording,
  capability: Capability<unknown>,
  host: Host,
): Promise<Outcome> {
  try {
    const api = capability.open(host)(callContext())
    let value = await called(api, call.operation, call.arguments)
    if (call.next) value = await called(value, call.next.operation, call.next.arguments)
    return { value: plainOf(value) }
  } catch (thrown) {
    return { thrown }
  }
}

const ALWAYS = '() => true'

/** A text between slashes is a regular expression; `() => true` is that function. */
function alive(one: unknown): unknown {
  if (one === ALWAYS) return () => true
  return typeof one === 'string' && /^\/.+\/$/.test(one) ? new RegExp(one.slice(1, -1)) : one
}

/** `path/to` names a function inside. */
async function called(
  of: unknown,
  operation: string | undefined,
  given: readonly unknown[],
): Promise<unknown> {
  const args = JSON.parse(JSON.stringify(given), (_name, one: unknown) => alive(one)) as unknown[]
  const [owner, name] = operation?.includes('/') ? operation.split('/') : [undefined, operation]
  const holder = owner === undefined ? of : (of as Record<string, unknown>)[owner]
  const run = name === undefined ? holder : (holder as Record<string, unknown>)[name]
  if (typeof run !== 'function') throw new TypeError(`no operation ${operation}`)
  return (run as (...all: unknown[]) => unknown).apply(holder, args)
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

async function askedIn(request: IncomingMessage, key: string): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://player')
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(url.pathname.slice(key.length + 1)) || '/',
    search: url.search,
    query: url.searchParams,
    headers: request.headers,
    body: await text(request),
  }
}

function isFor({ request }: Exchange, asked: Asked): boolean {
  return (
    request.method === asked.method &&
    request.path === asked.path &&
    Object.entries(request.query).every(([name, value]) =>
      asked.query.getAll(name).includes(value),
    ) &&
    request.headers.every((name) => asked.headers[name] !== undefined) &&
    (request.json === undefined || holds(JSON.parse(asked.body || 'null'), request.json))
  )
}

/** Whether every member of a part is in the whole. */
export function holds(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(whole, part)
  if (typeof whole !== 'object' || whole === null) return false
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((item, at) => holds(whole[at], item))
  return Object.entries(part).every(([name, inner]) =>
    holds((whole as Record<string, unknown>)[name], inner),
  )
}

/** The whole, cut to the members and the first items that a part has. */
export function partLike(whole: unknown, part: unknown): unknown {
  if (Array.isArray(part) && Array.isArray(whole))
    return whole.slice(0, part.length).map((one, at) => partLike(one, part[at]))
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null)
    return whole
  const named = Object.entries(part).map(([name, inner]) => [
    name,
    partLike((whole as Record<string, unknown>)[name], inner),
  ])
  return Object.fromEntries(named)
}

const AT = Date.parse('2026-11-01T12:00:00Z')

interface HostParts {
  readonly base: string
  readonly db: Db
  readonly closing: (() => Promise<void>)[]
}

function hostFor(
  recording: NamedRecording,
  capability: Capability<unknown>,
  { base, db, closing }: HostParts,
): Host {
  const addresses = new Set((capability.providers ?? []).map(({ setting }) => setting))
  const own = new Set(capability.settings.map(({ name }) => name))
  const setting = (name: string): string | undefined =>
    recording.settings?.[name] ??
    (addresses.has(name)
      ? base
      : name.endsWith('_AGREED')
        ? 'true'
        : own.has(name) && name.endsWith('_KEY_SECRET')
          ? Buffer.alloc(64).toString('base64')
          : own.has(name) && /_KEY(_ID)?$/.test(name)
            ? 'recorded'
            : undefined)
  const free = { take: async () => ({ forMs: 0, isTaken: true }), rest: async () => {} }
  return {
    db,
    now: () => (recording.now ? Date.parse(recording.now) : AT),
    setting,
    rateSlots: free,
    onClose: (close: () => Promise<void>) => void closing.push(close),
  } as unknown as Host
}
