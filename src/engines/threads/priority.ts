import { readFile, readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Of threads of work while the event loop has no time left: it goes first. */
const LOW = 10
const NORMAL = 0
/** Of the threads of the runtime, always: two thirds of what the event loop gets. */
const RUNTIME = 2
/** Only Linux has priorities of single threads. */
const isKnown = process.platform === 'linux'

/** The loop is busy when it had less idle time than this share, lately. */
const IDLE_SHARE_MIN = 0.25
const LATELY_MS = 200

/**
 * Tells whether the event loop of this thread has no time left. Otherwise work keeps the priority
 * of all programs: if others keep the processors busy, low work would get next to nothing.
 */
export function watchLoop(): () => boolean {
  let before = performance.eventLoopUtilization()
  let isBusy = false
  return () => {
    const now = performance.eventLoopUtilization()
    const { active, idle, utilization } = performance.eventLoopUtilization(now, before)
    if (active + idle < LATELY_MS) return isBusy
    before = now
    isBusy = utilization > 1 - IDLE_SHARE_MIN
    return isBusy
  }
}

/**
 * Sets the priority of the thread that calls this, unless it is the one with the event loop of all.
 * False where the system does not let it be raised again: then this thread must end.
 */
export function setOwnPriority(how: 'low' | 'normal'): boolean {
  if (!isKnown || isMainThread) return true
  try {
    setPriority(0, how === 'low' ? LOW : NORMAL)
    return true
  } catch {
    return false
  }
}

/** Lowers the threads of the runtime that stretch keys and read files; reading starts them. */
export async function lowerRuntimeThreads(): Promise<void> {
  if (!isKnown) return
  for (const id of await readdir('/proc/self/task')) {
    const name = await readFile(`/proc/self/task/${id}/comm`, 'utf8').catch(() => '')
    if (name.startsWith('libuv-worker')) setPriority(Number(id), RUNTIME)
  }
}
