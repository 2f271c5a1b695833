import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Browser } from 'playwright-core'

const EVERY_MS = 250
const PAGE_BYTES_SIZE = 4_096
const RENDERER_BYTES_MAX = 640 * 1024 * 1024
const ALL_BYTES_MAX = 3 * 1024 * 1024 * 1024

/** A page that computes for longer than this gets the lowest priority. */
const COMPUTING_SECONDS_MAX = 1.5
const NICENESS = 15

/**
 * Ends the process of a page that takes more memory than a page may, and all of them when their sum
 * is too large. Only Linux reports the memory of a process.
 */
export async function watchProcesses(browser: Browser, isNeeded: () => boolean) {
  const session = await browser.newBrowserCDPSession()
  const lowered = new Set<number>()
  async function look(): Promise<void> {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    let all = 0
    for (const { type, id, cpuTime } of processInfo) {
      if (type === 'renderer' && cpuTime > COMPUTING_SECONDS_MAX && !lowered.has(id)) {
        attempt(() => setPriority(id, NICENESS))
        lowered.add(id)
      }
      const bytes = await residentBytes(id)
      all += bytes
      if (type === 'renderer' && bytes > RENDERER_BYTES_MAX)
        attempt(() => process.kill(id, 'SIGKILL'))
    }
    if (all > ALL_BYTES_MAX) await browser.close()
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking || !isNeeded()) return
    isLooking = true
    look()
      .catch(() => {})
      .finally(() => void (isLooking = false))
  }, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

async function residentBytes(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES_SIZE
}

/** A process may end at any time. */
function attempt(act: () => unknown): void {
  try {
    act()
  } catch {
    // The process is gone.
  }
}
