import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Puts on the disk what was written to one file. */
export interface Disk {
  /** Undefined if it is already done. After a failure, every later call throws or rejects. */
  sync(): Promise<void> | void
  /** When all that was asked for is done. */
  close(): Promise<void>
}

/** After the disk has blocked the event loop for this long in total, a thread waits for it. */
const BLOCKED_MS_MAX = 50
const ENTRY = new URL('./_disk-thread.ts', import.meta.url)
/** Importing the thread's file alone starts nothing. */
const BEGIN = `import(require('node:worker_threads').workerData.entry).then(({ serve }) => serve())`
/** The thread does nothing but wait. */
const SMALL = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

/**
 * Waits for the disk in another thread, or in place if the disk is fast or rarely used, or if there
 * is no clock. Requests during a flush share the next one.
 */
export function openDisk(path: string, now: (() => number) | null): Disk {
  let file: number | null = null
  let spentMs = 0
  let worker: Worker | null = null
  let isReady = false
  let isClosed = false
  let broken: Error | null = null
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let heard: PromiseWithResolvers<void> | null = null

  function fail(thrown: unknown): Error {
    return (broken ??= new Error('the disk does not keep what is written', { cause: thrown }))
  }

  function syncHere(): void {
    const begun = now?.() ?? 0
    try {
      file ??= openSync(path, 'r+')
      fdatasyncSync(file)
    } catch (thrown) {
      throw fail(thrown)
    }
    spentMs += (now?.() ?? 0) - begun
    if (spentMs > BLOCKED_MS_MAX && !worker && !isClosed) start()
  }

  function start(): void {
    const made = new Worker(BEGIN, {
      env: {},
      eval: true,
      workerData: { entry: ENTRY.href, path },
      resourceLimits: SMALL,
    })
    worker = made
    made.on('message', (said: 'ready' | null | Error) => {
      if (said === 'ready') isReady = true
      else if (said === null) heard?.resolve()
      else heard?.reject(fail(said))
    })
    // Without its thread, the loop waits itself.
    made.on('error', (thrown) => heard?.reject(thrown))
    made.on('exit', () => {
      isReady = false
      heard?.reject(new Error('the thread of the disk has ended'))
    })
    made.unref()
  }

  function begin(): Promise<void> {
    next = null
    running = isReady ? syncThere() : Promise.resolve().then(syncHere)
    return running
  }

  /** Keeps the process alive until the answer. */
  function syncThere(): Promise<void> {
    const answer = (heard = Promise.withResolvers<void>())
    worker?.ref()
    worker?.postMessage('sync', [])
    return answer.promise.finally(() => {
      heard = null
      worker?.unref()
    })
  }

  return {
    sync() {
      if (broken) throw broken
      if (!isReady && !next) return syncHere()
      return (next ??= running.then(begin, begin))
    },
    async close() {
      isClosed = true
      await (next ?? running).catch(() => {})
      await worker?.terminate()
      if (file !== null) closeSync(file)
    },
  }
}
