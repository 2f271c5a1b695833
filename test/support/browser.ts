import type { Capability, Host } from '../../src/base/core/capability.ts'
import { createBrowsers, type Browser, type Printer } from '../../src/outside/net/browser.ts'
import type { Reachable } from '../../src/outside/net/web.ts'

const made = new WeakMap<Reachable, ReturnType<typeof createBrowsers>>()

/** One browser for all worlds: each costs a second and hundreds of megabytes. */
function browsersFor(reachable: Reachable): ReturnType<typeof createBrowsers> {
  const browsers = made.get(reachable) ?? createBrowsers(reachable)
  made.set(reachable, browsers)
  return browsers
}

export function browserOf(reachable: Reachable): Capability<Browser> {
  const { browser } = browsersFor(reachable)
  return { ...browser, open: () => browser.open(HOST) }
}

export function printerOf(reachable: Reachable): Capability<Printer> {
  const { printer } = browsersFor(reachable)
  return { ...printer, open: () => printer.open(HOST) }
}

const HOST = { setting: () => undefined, onClose: () => {} } as unknown as Host
