import { readFile, readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/**
 * If processors are scarce, the event loop goes first: worker threads have this niceness. Only
 * Linux has priorities of single threads.
 */
const NICENESS = 10
const isKnown = process.platform === 'linux'

/** Lowers the thread that calls this, unless it is the one with the event loop of all. */
export function lowerOwnPriority(): void {
  if (isKnown && !isMainThread) setPriority(0, NICENESS)
}

/** Lowers the threads of the runtime that stretch keys and read files; reading starts them. */
export async function lowerRuntimeThreads(): Promise<void> {
  if (!isKnown) return
  for (const id of await readdir('/proc/self/task')) {
    const name = await readFile(`/proc/self/task/${id}/comm`, 'utf8').catch(() => '')
    if (name.startsWith('libuv-worker')) setPriority(Number(id), NICENESS)
  }
}
