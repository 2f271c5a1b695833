import { createHash, X509Certificate } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { Fault } from '../../base/core/fault.ts'
import { createFolders } from './_browser-folders.ts'
import type {
  VisitEnd,
  VisitOrder,
  ThreadSetup,
  ThreadMessage,
  ThreadCommand,
} from './_browser-messages.ts'
import { startBrowserProxy, type Pass } from './_browser-proxy.ts'
import type { EgressGuard } from './_egress-guard.ts'
import type { Allow } from './public-url.ts'

export interface EngineOptions {
  readonly guard: EgressGuard
  readonly allow: Allow
  readonly chromiumPath: string | null
  /** `{version}` is the version of the browser. */
  readonly userAgent: string
}

/** One browser with its thread and its proxy. */
export interface Engine {
  readonly isOver: boolean
  /**
   * Answers when nothing of the visit is left, soon after `signal` is aborted. A browser that
   * cannot close a page is ended. Throws if the browser ends first.
   */
  visit(what: Pick<VisitOrder, 'subject' | 'wanted' | 'visitMs'>, stay: Stay): Promise<Visited>
  close(): Promise<void>
}

export interface Stay {
  readonly signal: AbortSignal
  /** Bytes to and from the network. */
  readonly bytesMax: number
}

export interface Visited {
  readonly told: VisitEnd
  /** The proxy's record of the visit. */
  readonly pass: Pass
}

const ENTRY = new URL('./_browser-thread.ts', import.meta.url)
/** Importing a file starts nothing, so the thread calls this function. */
const BEGIN = `import(require('node:worker_threads').workerData.entry).then(({ serve }) => serve())`
const HEAP_MB_MAX = 512
/** Time for a visit, or a browser, to end once it is told to. */
const GRACE_MS = 8_000

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { guard, allow, chromiumPath, userAgent } = options
  const proxy = await startBrowserProxy(guard, allow)
  const { cache, scratch, drop } = await createFolders()
  const trustedKey = guard.ca ? hashOfKey(guard.ca) : null
  const setup = { cache, scratch, chromiumPath, proxy: proxy.address, userAgent, trustedKey }
  const thread = await startThread(setup).catch(async (thrown: unknown) => {
    await Promise.all([proxy.close(), drop()])
    throw thrown
  })
  const gone = thread.gone.then(() => Promise.all([proxy.close(), drop()]))

  return {
    get isOver() {
      return thread.isOver
    },
    async visit(what, { signal, bytesMax }) {
      let timer: NodeJS.Timeout | undefined
      const leave = () => {
        pass.end()
        visit.leave()
        timer ??= setTimeout(() => thread.terminate(), GRACE_MS)
      }
      const pass = proxy.issue(bytesMax, leave)
      const visit = thread.order({ ...what, password: pass.password })
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      try {
        return { told: await visit.told, pass }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        pass.end()
      }
    },
    async close() {
      thread.close()
      await gone.catch(() => {})
    },
  }
}

/** The thread, and the visits that wait for its answers. */
async function startThread(setup: Omit<ThreadSetup, 'entry'>) {
  const worker = new Worker(BEGIN, {
    eval: true,
    workerData: { ...setup, entry: ENTRY.href } satisfies ThreadSetup,
    // Chromium writes its profile to the temporary folder.
    env: { TMPDIR: setup.scratch },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  })
  const waiting = new Map<number, PromiseWithResolvers<VisitEnd>>()
  const ready = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  let isOver = false
  let orders = 0

  const end = (reason: unknown) => {
    isOver = true
    ready.reject(reason)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  const say = (wish: ThreadCommand) => worker.postMessage(wish, [])
  const terminate = () => void worker.terminate()

  worker.on('error', (thrown: unknown) => end(isOutOfMemory(thrown) ? lost() : thrown))
  worker.on('exit', () => {
    end(lost())
    gone.resolve()
  })
  worker.on('message', (told: ThreadMessage) => {
    if (told.kind === 'ready') return ready.resolve()
    if (told.kind === 'unready') return end(new Fault(told.code, told.message))
    waiting.get(told.id)?.resolve(told)
    waiting.delete(told.id)
    if (waiting.size === 0) worker.unref()
  })

  await ready.promise
  worker.unref()
  return {
    gone: gone.promise,
    get isOver() {
      return isOver
    },
    terminate,
    close() {
      isOver = true
      say({ kind: 'close' })
      const timer = setTimeout(terminate, GRACE_MS)
      worker.once('exit', () => clearTimeout(timer))
    },
    order(order: Omit<VisitOrder, 'id'>) {
      if (isOver) throw lost()
      const id = (orders += 1)
      const answer = Promise.withResolvers<VisitEnd>()
      waiting.set(id, answer)
      worker.ref()
      say({ kind: 'visit', order: { id, ...order } })
      return { told: answer.promise, leave: () => say({ kind: 'leave', id }) }
    },
  }
}

const lost = (): Fault =>
  new Fault('overloaded', 'The browser was restarted; call again.', { retryAfterSeconds: 1 })

const isOutOfMemory = (thrown: unknown): boolean =>
  (thrown as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The hash by which Chromium names a key: base64 of SHA-256 over its DER. */
function hashOfKey(pem: string): string {
  const der = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64')
}
