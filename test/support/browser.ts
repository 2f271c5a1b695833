import type { Capability, Host } from '../../src/core/capability.ts'
import { createBrowser, type Browser } from '../../src/net/browser.ts'
import type { Reachable } from '../../src/net/web.ts'

const lent = new WeakMap<Reachable, ReturnType<Capability<Browser>['open']>>()

/** One browser for all worlds: each costs a second and hundreds of megabytes. */
export function browserOf(reachable: Reachable): Capability<Browser> {
  const browser = createBrowser(reachable)
  const open = lent.get(reachable) ?? browser.open(HOST)
  lent.set(reachable, open)
  return { ...browser, open: () => open }
}

const HOST = { setting: () => undefined, onClose: () => {} } as unknown as Host
