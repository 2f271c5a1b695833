/** @module-tag long */
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Host } from '../../base/core/capability.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import { threads, type Threads } from './threads.ts'
import { startWork } from '../../../test/support/wait.ts'
import { callContext } from '../../../test/support/call-context.ts'

const WORK = threadWork<typeof import('../../../test/support/thread-work.ts')>(
  import.meta.url,
  '../../../test/support/thread-work.ts',
)
const closing: (() => Promise<void>)[] = []
let open: (signal?: AbortSignal) => Threads
let openFor: (client: string, signal: AbortSignal) => Threads
beforeAll(() => {
  const host = { onClose: (close: () => Promise<void>) => closing.push(close) } as unknown as Host
  const lend = threads.open(host)
  openFor = (client, signal) =>
    lend(callContext({ sender: { client, payer: null, isStrained: false }, signal }))
  open = (signal = new AbortController().signal) => lend(callContext({ signal }))
})
afterAll(async () => {
  for (const close of closing) await close()
})

const run = (what: string, timeoutMs = 10_000, signal?: AbortSignal) =>
  open(signal).run(WORK, { what }, { subject: 'the page', timeoutMs })

test('Work is done in another thread', async () => {
  const { isMain, echo, variables } = await open().run(WORK, {
    what: 'echo',
    bytes: new Uint8Array([1, 2]),
  })
  expect(isMain).toBe(false)
  expect(variables).toEqual([])
  expect(echo).toEqual({ what: 'echo', bytes: new Uint8Array([1, 2]) })
})

test('A fault arrives as a fault, and a bug as a bug', async () => {
  await expect(run('fault')).rejects.toMatchObject({ code: 'not_found', message: 'no such thing' })
  await expect(run('bug')).rejects.toThrow(TypeError)
})

test('Work that never ends is ended, and does not block others', async () => {
  const worked = startWork()
  const message = 'The page takes longer than 1 s to read.'
  await expect(run('loop', 1_000)).rejects.toMatchObject({ code: 'upstream_failed', message })
  expect(worked()).toBeLessThan(500)
  await expect(run('echo')).resolves.toBeDefined()
})

test.each(['memory', 'buffers', 'array'])(
  'Work that takes all memory is ended: %s',
  async (what) => {
    const message = expect.stringContaining('The page takes more than') as string
    await expect(run(what)).rejects.toMatchObject({ code: 'upstream_failed', message })
    await expect(run('echo')).resolves.toBeDefined()
  },
)

test('Work whose caller has left is ended', async () => {
  await expect(run('loop', 10_000, AbortSignal.timeout(50))).rejects.toMatchObject({
    code: 'caller_gone',
  })
})

test('A caller that gets no thread in time is told to call again', async () => {
  const crowd = Array.from({ length: 8 }, () => run('loop', 2_000).catch((fault: unknown) => fault))
  const codes = (await Promise.all(crowd)).map((fault) => (fault as { code: string }).code)
  expect(new Set(codes)).toEqual(new Set(['upstream_failed', 'overloaded']))
})

test('Work that waited long has as much time as any other', async () => {
  const threadsMax = Math.max(3, Math.min(4, availableParallelism()))
  const together = (count: number, what: string, timeoutMs: number) =>
    Promise.all(Array.from({ length: count }, () => run(what, timeoutMs)))
  // A thread takes its time to start on a busy machine.
  await together(threadsMax, 'echo', 10_000)
  await expect(together(2 * threadsMax, 'second', 1_900)).resolves.toBeDefined()
})

test('Memory that one task leaves behind is not counted against the next', async () => {
  for (let at = 0; at < 6; at += 1) await expect(run('litter')).resolves.toBeDefined()
})

test('Long work of one client leaves a thread to the long work of others', async () => {
  const bytes = new Uint8Array(20_000)
  const over = new AbortController()
  const options = { subject: 'the page', timeoutMs: 30_000 }
  const of = (client: string, what: string) =>
    openFor(client, over.signal).run(WORK, { what, bytes }, options)
  let ended = 0
  const crowd = Array.from({ length: 4 }, () =>
    of('192.0.2.1', 'loop').catch(() => void (ended += 1)),
  )
  await expect(of('192.0.2.2', 'echo')).resolves.toBeDefined()
  expect(ended).toBe(0)
  over.abort()
  await Promise.all(crowd)
})

test('Work that takes too much of what a caller sent names the field', async () => {
  const options = { field: 'filter', timeoutMs: 1_000 }
  const message = 'filter: takes longer than 1 s; send something smaller or simpler'
  const asked = open().run(WORK, { what: 'loop' }, options)
  await expect(asked).rejects.toMatchObject({ code: 'bad_input', message })
})
