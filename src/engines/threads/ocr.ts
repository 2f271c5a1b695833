import type { Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { createFairSlots } from '../../base/lib/fair-slots.ts'
import type { ReadText } from './_ocr.ts'
import { openPool } from './_pool.ts'

export type { ReadText }

/** Reads printed English in pictures, in threads of its own: a page takes seconds. */
export interface Ocr {
  /** A PNG of bounded size. */
  read(picture: Uint8Array): Promise<ReadText>
}

const WORK = new URL('./_ocr.ts', import.meta.url)
/** A thread and its model are 150 MB; a picture that waits is a few. */
const THREADS = { threadsMax: 2, idleMs: 20_000, queueMax: 32 }
/** Work that has begun by then can still finish before the deadline of a tool. */
const WAIT_MS = 25_000
const TIMEOUT_MS = 25_000
const SLOTS = {
  slots: THREADS.threadsMax,
  slotsPerClient: 1,
  waitMs: WAIT_MS,
  waitingMax: THREADS.queueMax,
  what: 'All readers of pictures',
  retryAfterSeconds: 10,
}
const MEMORY_MB_MAX = 256

export const createOcr = (): Capability<Ocr> => ({
  name: 'ocr',
  engine: 'ocr',
  texts: 'own',
  settings: [],
  open(host) {
    const ask = openPool(host, THREADS)
    const slots = createFairSlots(SLOTS)
    return (scope) => ({
      async read(picture) {
        const leave = await slots.take(scope)
        try {
          const { signal } = scope
          return (await ask({ ...READING, input: { picture }, signal })) as ReadText
        } finally {
          leave()
        }
      },
    })
  },
})

export const ocr = createOcr()

const READING = {
  file: WORK,
  bounds: {
    waitMs: WAIT_MS,
    timeoutMs: TIMEOUT_MS,
    memoryMbMax: MEMORY_MB_MAX,
    countsBefore: true,
  },
  faultOf: () =>
    new Fault('overloaded', 'Pictures cannot be read in time at this moment; call again later.', {
      retryAfterSeconds: 10,
    }),
}
