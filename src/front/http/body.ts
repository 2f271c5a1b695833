import { isUtf8 } from 'node:buffer'
import { SMALL_BODY, type BodyBounds } from '../../selling/call/input-bounds.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import { asBuffer } from '../../base/lib/bytes.ts'
import { KB, MB } from '../../base/lib/fields.ts'
import { scanJson, type JsonExcess } from '../../base/lib/json-scan.ts'

/** The memory that bodies of all open calls use together. */
export interface BodyBudget {
  open(client: string): BodyShare
}

/** The body of one call. */
export interface BodyShare {
  /** Throws when there is no room for more. */
  take(bytes: number): void
  /** The bytes that were taken so far. */
  taken(): number
  /** The whole body has arrived. */
  finish(): void
  /** Rejects when other requests need the memory more than a body that has not fully arrived. */
  evicted(): Promise<never>
  /** Called when the call has ended. */
  release(): void
}

const ALL_BYTES_MAX = 64 * MB
/** Of one client, whatever it opens; more than the largest body. */
const CLIENT_BYTES_MAX = 24 * MB
/** Small bodies have a reserve that large ones cannot take. */
const RESERVE_BYTES = 16 * MB
const RETRY_AFTER_SECONDS = 2

interface UnfinishedBody {
  bytes: number
  evict(): void
}

export function createBodyBudget(): BodyBudget {
  const ofClient = new Map<string, number>()
  const unfinished = new Set<UnfinishedBody>()
  let all = 0

  /**
   * The client that holds the most memory for bodies that have not arrived makes room for a smaller
   * body.
   */
  function makeRoom(bytes: number, mine: number): boolean {
    const isRoom = () => all + bytes <= ALL_BYTES_MAX
    if (isRoom()) return true
    for (const held of [...unfinished].toSorted((a, b) => b.bytes - a.bytes)) {
      if (held.bytes <= mine + bytes) return false
      held.evict()
      if (isRoom()) return true
    }
    return false
  }

  return {
    open(client) {
      let told: PromiseWithResolvers<never> | undefined
      let taken = 0
      const held: UnfinishedBody = {
        bytes: 0,
        evict() {
          release()
          told?.reject(tooMany())
        },
      }
      return {
        take,
        taken: () => taken,
        finish: () => void unfinished.delete(held),
        evicted() {
          if (told) return told.promise
          told = Promise.withResolvers<never>()
          // The body may have no reader any more.
          told.promise.catch(() => {})
          return told.promise
        },
        release,
      }

      function take(bytes: number): void {
        const ofMine = (ofClient.get(client) ?? 0) + bytes
        const isSmall = held.bytes + bytes <= SMALL_BODY.bytesMax
        if (isSmall) {
          if (all + bytes > ALL_BYTES_MAX + RESERVE_BYTES) throw tooMany()
        } else if (ofMine > CLIENT_BYTES_MAX || !makeRoom(bytes, held.bytes)) throw tooMany()
        held.bytes += bytes
        taken += bytes
        all += bytes
        unfinished.add(held)
        ofClient.set(client, ofMine)
      }

      function release(): void {
        unfinished.delete(held)
        const left = (ofClient.get(client) ?? 0) - held.bytes
        all -= held.bytes
        held.bytes = 0
        if (left > 0) ofClient.set(client, left)
        else ofClient.delete(client)
      }
    },
  }
}

const tooMany = (): Fault =>
  new Fault('overloaded', 'Too many large bodies are being read at once.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

export interface BodySource {
  header(name: string): string | undefined
  /** Reads a short body whose length is announced. */
  whole(bytes: number): Promise<Uint8Array> | Uint8Array
  pieces(): AsyncIterable<Uint8Array>
}

/** Below it, a body is one piece of the network, and is not worth a scan. */
const PLAIN_BYTES = 2 * KB
/** Larger bodies are read with pauses, so that other requests do not wait for the whole body. */
const LARGE_BYTES = 256 * KB

/** The text of a body. Throws before it is read whole if it is larger than its bounds. */
export async function readBody(
  source: BodySource,
  bounds: BodyBounds,
  share: BodyShare,
): Promise<string> {
  const encoding = source.header('content-encoding')
  if (encoding !== undefined && !/^\s*(identity)?\s*$/i.test(encoding)) {
    const message = `Content-Encoding: ${encoding.slice(0, 40)} is not read; send the body plain.`
    throw new Fault('unsupported_media', message)
  }
  const tooLarge = () =>
    new Fault('body_too_large', `The body must be at most ${bounds.bytesMax} bytes.`)
  const length = source.header('content-length')
  if (length !== undefined && Number(length) > bounds.bytesMax) throw tooLarge()
  if (length !== undefined && Number(length) <= PLAIN_BYTES) {
    share.take(Number(length))
    const whole = source.whole(Number(length))
    if (!(whole instanceof Promise)) return decodeUtf8(whole)
    const waited = waiting()
    return decodeUtf8(
      await Promise.race([whole, waited.tooLong]).catch(brokenOff).finally(waited.end),
    )
  }
  const scan = scanJson(bounds)
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of until(share.evicted(), source.pieces())) {
      bytes += piece.byteLength
      if (bytes > bounds.bytesMax) throw tooLarge()
      share.take(piece.byteLength)
      const excess = scan.see(piece)
      if (excess !== null) throw tooMuch(excess, bounds)
      pieces.push(piece)
    }
  } catch (thrown) {
    brokenOff(thrown)
  }
  share.finish()
  return textOf(pieces, bytes)
}

/** The same pieces, until the promise rejects, or none comes for too long. */
async function* until(
  end: Promise<never>,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  const waited = waiting()
  try {
    for (;;) {
      const next = await Promise.race([end, waited.tooLong, source.next()])
      if (next.done) return
      waited.again()
      yield next.value
    }
  } finally {
    waited.end()
    // A source that waits for its next piece would not end before that.
    void source.return?.().catch(() => {})
  }
}

/** Longer than any network loses a body that still arrives. */
const SILENCE_MS = 10_000

/** `tooLong` rejects when nothing has come for too long. */
function waiting() {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  // A body that has ended is waited for no more.
  tooLong.catch(() => {})
  const late = setTimeout(() => {
    reject(
      new Fault('body_too_slow', `Nothing of the body came for ${SILENCE_MS / 1_000} seconds.`),
    )
  }, SILENCE_MS)
  late.unref()
  return { tooLong, again: () => late.refresh(), end: () => clearTimeout(late) }
}

async function textOf(pieces: readonly Uint8Array[], bytes: number): Promise<string> {
  const whole = Buffer.concat(pieces)
  for (const piece of pieces) release(piece)
  if (bytes > LARGE_BYTES) await new Promise(setImmediate)
  const text = decodeUtf8(whole)
  release(whole)
  if (bytes > LARGE_BYTES) await new Promise(setImmediate)
  return text
}

const BYTE_ORDER_MARK = 0xfeff

/** Without its byte order mark, as the web reads a body. */
function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw badInput('The body is not valid UTF-8.')
  const text = asBuffer(bytes).toString('utf8')
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

/**
 * Frees the memory of bodies that nothing reads any more, because the garbage collector is slow to
 * do it.
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

function tooMuch(excess: JsonExcess, { valuesMax, depthMax, membersMax }: BodyBounds): Fault {
  const allowed = {
    values: `${valuesMax} values`,
    depth: `${depthMax} levels of nesting`,
    members: `${membersMax} members in one object`,
  }
  return badInput(`The body must hold at most ${allowed[excess]}.`)
}

/** A body that ends too early is a mistake of the sender, not a failure of this service. */
function brokenOff(thrown: unknown): never {
  if (thrown instanceof Fault) throw thrown
  throw new Fault('caller_gone', 'The body broke off.', { cause: thrown })
}
