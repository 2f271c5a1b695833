import { Fault } from '../../base/core/fault.ts'
import type { Engine } from './_browser-engine.ts'

/** The browser that is in use, and older ones that are about to end. */
export interface BrowserPool {
  lend<T>(work: (engine: Engine) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface BrowserPoolLimits {
  readonly visitsMax: number
  readonly idleMs: number
}

interface PooledBrowser {
  readonly starting: Promise<Engine>
  engine: Engine | null
  visits: number
  users: number
  timer: NodeJS.Timeout | undefined
}

/** Starts a browser when one is needed, and ends it when it is idle, worn or broken. */
export function createBrowserPool(
  start: () => Promise<Engine>,
  { visitsMax, idleMs }: BrowserPoolLimits,
): BrowserPool {
  const browsers = new Set<PooledBrowser>()
  let current: PooledBrowser | null = null
  let isClosed = false

  const mayBeLent = (browser: PooledBrowser) =>
    browser.visits < visitsMax && !browser.engine?.isOver

  function fresh(): PooledBrowser {
    const starting = start()
    const browser: PooledBrowser = { starting, engine: null, visits: 0, users: 0, timer: undefined }
    browsers.add(browser)
    starting.then(
      (engine) => void (browser.engine = engine),
      () => retire(browser),
    )
    return browser
  }

  async function retire(browser: PooledBrowser): Promise<void> {
    clearTimeout(browser.timer)
    if (current === browser) current = null
    if (!browsers.delete(browser)) return
    await browser.starting.then(
      (engine) => engine.close(),
      () => {},
    )
  }

  function release(browser: PooledBrowser): void {
    browser.users -= 1
    if (browser.users > 0) return
    if (isClosed || browser !== current || !mayBeLent(browser)) void retire(browser)
    else browser.timer = setTimeout(() => void retire(browser), idleMs).unref()
  }

  return {
    async lend(work) {
      if (isClosed) throw new Fault('overloaded', 'This instance is about to stop.')
      if (!current || !mayBeLent(current)) current = fresh()
      const browser = current
      clearTimeout(browser.timer)
      browser.visits += 1
      browser.users += 1
      try {
        return await work(await browser.starting)
      } finally {
        release(browser)
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...browsers].map(retire))
    },
  }
}
