import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallContext, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { ThreadWork } from '../../base/core/thread-work.ts'
import { createKeptFileStore, type KeptBlock, type KeptEdition } from '../../stores/kept-files.ts'
import { createLeaseStore } from '../../stores/leases.ts'
import { ownThread } from '../../engines/threads/own-thread.ts'
import type { UpstreamHttp } from '../upstreams/define.ts'
import { blockOf, rowsOf, type KeptJob, type KeptResult } from './_blocks.ts'

export interface KeeperSpec<Row, Meta> {
  /** Name of the capability: kebab-case. */
  readonly name: string
  readonly title: string
  /** Where a provider has one file for each of some parts, such as countries, that of a part. */
  path(part: string): string
  /** Turns the file into rows, in a thread: an export `work` made by `keptRows`. */
  readonly reader: ThreadWork<KeptJob, KeptResult<Row, Meta>>
  /** Raised when the rows change their shape, so that the file is read again. */
  readonly version: number
  /** Into how many blocks the rows go; a block of 50 KB to 300 KB is read in a millisecond. */
  readonly blockCount: number
  /** What is wrong with an edition, beside the one before it; it is then not taken. */
  problemOf?(meta: Meta, before: Meta | null): string | null
  /** Whoever asked within a week is served from an edition that is renewed without being asked. */
  readonly keepsFresh?: true
}

interface KeeperOptions {
  readonly freshMs: number
  readonly staleMs: number
  readonly http: UpstreamHttp
  /** For work that is nobody's call. */
  readonly call: CallContext
}

/** The edition of a public file that is in force. */
export interface KeptFile<Row, Meta> {
  readonly meta: Meta
  readonly dataAtMs: number
  /** Changes with the rows. */
  readonly edition: string
  /** When its provider last said that there is no newer one. */
  readonly checkedAtMs: number
  /** The rows of one key. */
  rowsOf(key: string): Promise<readonly Row[]>
  /** All rows with their keys, in no order, a block at a time. */
  blocks(): AsyncGenerator<readonly (readonly [key: string, row: Row])[]>
}

/** How long a call waits for a file that nobody has fetched yet. */
const WAIT_MS = 20_000
/** Another replica goes on with a file after that. */
const LEASE_MS = 300_000
const POLL_MS = 500
/** A provider that has failed is left alone for a while. */
const REST_MS = 10_000
const READING = { timeoutMs: 120_000, memoryMbMax: 200 }
const BATCH_BYTES = 1_000_000
/** For how long a file that nobody asks for is kept fresh. */
const ASKED_MS = 7 * 24 * HOUR_MS

export function createKeeper<Row, Meta>(
  spec: KeeperSpec<Row, Meta>,
  host: Host,
  { freshMs, staleMs, http, call }: KeeperOptions,
) {
  const { title } = spec
  const store = createKeptFileStore(host.db)
  const leases = createLeaseStore(host.db)
  const threads = ownThread.open(host)(call)
  const renewals = new Map<string, Promise<void>>()
  const askedAt = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null

  /** Looks at every file that is asked for, as often as its provider is to be asked. */
  function keepFresh(part: string): void {
    askedAt.set(part, host.now())
    if (timer) return
    timer = setInterval(() => {
      for (const [one, atMs] of askedAt)
        if (host.now() - atMs < ASKED_MS) renewed(`${spec.name}/${one}`, one).catch(() => {})
    }, freshMs).unref()
    call.signal.addEventListener('abort', () => timer && clearInterval(timer), { once: true })
  }

  async function current(name: string): Promise<KeptEdition | null> {
    const known = await store.current(name)
    return known?.edition.startsWith(`${spec.version}-`) ? known : null
  }

  /** One at a time for each file; what failed is not tried again at once. */
  function renewed(name: string, part: string): Promise<void> {
    const under = renewals.get(name)
    if (under) return under
    const renewal = renew(name, part)
    renewals.set(name, renewal)
    const forget = () => void renewals.delete(name)
    renewal.then(forget, () => void setTimeout(forget, REST_MS).unref())
    return renewal
  }

  /** By whichever replica gets the lease; the others see what it brings. */
  async function renew(name: string, part: string): Promise<void> {
    const before = await current(name)
    const holder = randomUUID()
    for (;;) {
      const now = host.now()
      const lease = { now, until: now + LEASE_MS }
      const isOurs = await leases.take(`kept-file:${name}`, holder, lease)
      const known = await current(name)
      const isDone = known !== null && known.checkedAt !== before?.checkedAt
      try {
        if (isDone) return
        if (isOurs) return await fetched(name, part, known)
      } finally {
        if (isOurs) await leases.release(holder)
      }
      await sleep(POLL_MS, undefined, { signal: call.signal })
    }
  }

  async function fetched(name: string, part: string, known: KeptEdition | null): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'farebox-kept-'))
    try {
      const [from, to] = [join(folder, 'file'), join(folder, 'blocks')]
      const head = await download(spec.path(part), from, known)
      const checkedAt = host.now()
      if (head === 'unchanged') return await store.publish(name, { ...known!, checkedAt })
      const { meta, dataAtMs, lengths } = await readIn(from, to)
      const problem = spec.problemOf?.(meta, known && (JSON.parse(known.meta) as Meta))
      if (problem) throw new Fault('upstream_failed', `${title} sent a file that ${problem}.`)
      const edition = `${spec.version}-${randomUUID()}`
      for await (const blocks of batches(to, lengths)) await store.add(name, edition, blocks)
      const modifiedAt = Date.parse(head.modified ?? '')
      const dataAt = Math.min(dataAtMs ?? (modifiedAt || checkedAt), checkedAt)
      const json = JSON.stringify(meta)
      await store.publish(name, { ...head, edition, meta: json, dataAt, checkedAt })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function download(path: string, to: string, known: KeptEdition | null) {
    const headers = {
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.modified && { 'if-modified-since': known.modified }),
    }
    const answer = await http.stream(path, { headers })
    if (answer.status === 304 && known) return 'unchanged'
    await pipeline(answer.chunks, createWriteStream(to, { mode: 0o600 }))
    return { etag: answer.headers.get('etag'), modified: answer.headers.get('last-modified') }
  }

  async function readIn(from: string, to: string): Promise<KeptResult<Row, Meta>> {
    const job = { from, to, blockCount: spec.blockCount }
    const end = await threads.run(spec.reader, job, READING).catch((thrown: unknown) => {
      if (!(thrown instanceof Fault) || thrown.code !== 'upstream_failed') throw thrown
      const { message, detail } = thrown
      throw new Fault('upstream_failed', `${title} sent a file that ${message}.`, detail)
    })
    if (end.excess === null) return end.result
    const excess = `takes too much ${end.excess} to read`
    throw new Fault('upstream_failed', `${title} sent a file that ${excess}.`)
  }

  return {
    /** The edition in force, once it is there. */
    async file(part: string): Promise<KeptFile<Row, Meta>> {
      const name = `${spec.name}/${part}`
      if (spec.keepsFresh) keepFresh(part)
      const known = await current(name)
      const ageMs = known ? host.now() - known.checkedAt : Infinity
      if (known && ageMs < freshMs) return fileOf(name, known)
      const renewal = renewed(name, part)
      if (known && ageMs < staleMs) {
        renewal.catch(() => {})
        return fileOf(name, known)
      }
      await inTime(renewal, title).catch((thrown: unknown) => {
        throw known ? tooOld(title, ageMs, thrown) : thrown
      })
      const there = await current(name)
      if (!there) throw notYet(title)
      return fileOf(name, there)
    },
  }

  function fileOf(
    name: string,
    { edition, meta, dataAt, checkedAt }: KeptEdition,
  ): KeptFile<Row, Meta> {
    async function block(at: number) {
      const bytes = await store.block(name, edition, at)
      if (bytes) return rowsOf<Row>(bytes)
      const what = `The file of ${title} has just been replaced by a newer one; ask again.`
      throw new Fault('overloaded', what, { retryAfterSeconds: 1 })
    }
    return {
      meta: JSON.parse(meta) as Meta,
      dataAtMs: dataAt,
      edition,
      checkedAtMs: checkedAt,
      async rowsOf(key) {
        const rows = await block(blockOf(key, spec.blockCount))
        return rows.flatMap(([one, row]) => (one === key ? [row] : []))
      },
      async *blocks() {
        for (let at = 0; at < spec.blockCount; at += 1) yield block(at)
      },
    }
  }
}

/** Blocks as they stand one after the other, some at a time. */
async function* batches(path: string, lengths: readonly number[]): AsyncGenerator<KeptBlock[]> {
  const file = await open(path)
  try {
    let batch: KeptBlock[] = []
    let size = 0
    for (const [at, length] of lengths.entries()) {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length)
      batch.push({ at, bytes: buffer })
      size += length
      if (size < BATCH_BYTES && at < lengths.length - 1) continue
      yield batch
      batch = []
      size = 0
    }
  } finally {
    await file.close()
  }
}

async function inTime(work: Promise<void>, title: string): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(notYet(title)), WAIT_MS)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Nobody is answered from a file that has not been checked for too long. */
function tooOld(title: string, ageMs: number, cause: unknown): Fault {
  const why = cause instanceof Fault ? ` ${cause.message}` : ''
  const hours = Math.floor(ageMs / HOUR_MS)
  const what = `The file of ${title} was last checked ${hours} hours ago.${why}`
  return new Fault('upstream_unreachable', what, { cause, retryAfterSeconds: 60 })
}

const notYet = (title: string): Fault =>
  new Fault('overloaded', `The file of ${title} is not here yet; ask again in a minute.`, {
    retryAfterSeconds: 60,
  })
