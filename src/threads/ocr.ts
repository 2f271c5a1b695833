import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import type { Capability } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import type { ReadText } from './_ocr.ts'

export type { ReadText }

/** Reads printed English in pictures, in threads of its own: a page takes seconds. */
export interface Ocr {
  /** A PNG of bounded size. */
  read(picture: Uint8Array): Promise<ReadText>
}

const THREADS_MAX = 2
const QUEUE_MAX = 16
/** A thread and its model are 150 MB. */
const IDLE_MS = 60_000
const TIMEOUT_MS = 25_000
const ENTRY = new URL('./_ocr.ts', import.meta.url)

export const createOcr = (): Capability<Ocr> => ({
  name: 'ocr',
  settings: [],
  open(host) {
    let opened: Promise<Piscina> | undefined
    const open = () => (opened ??= createPool())
    host.onClose(async () => (await opened)?.destroy())
    return ({ signal }) => ({
      read: async (picture) => readBy(await open(), picture, signal),
    })
  },
})

export const ocr = createOcr()

async function createPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: fileURLToPath(ENTRY),
    name: 'work',
    minThreads: 0,
    maxThreads: THREADS_MAX,
    idleTimeout: IDLE_MS,
    maxQueue: QUEUE_MAX,
  })
}

/** Whoever is not waited for any more is ended, engine and all. */
async function readBy(pool: Piscina, picture: Uint8Array, signal: AbortSignal): Promise<ReadText> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const either = AbortSignal.any([signal, deadline])
    return (await pool.run({ picture }, { signal: either })) as ReadText
  } catch (thrown) {
    if (signal.aborted) throw new Fault('caller_gone', 'The caller hung up.')
    if (deadline.aborted || /task queue is at limit/i.test(String(thrown)))
      throw new Fault('overloaded', 'Reading takes too long just now.', { retryAfterSeconds: 10 })
    throw thrown
  }
}
