import type { Agent } from 'undici'
import { createAgent } from './_agent.ts'
import type { TestNetwork } from './_egress-guard.ts'
import { resolveBy, resolveBySystem, type Resolve } from './_lookup.ts'
import type { Hop } from './_redirect.ts'
import { assertPublicUrl, isPublicAddress, type Allow } from './public-url.ts'

export interface EgressOptions extends TestNetwork {
  /**
   * `publicWeb` is for URLs that callers name: the public internet and nothing else.
   * `trusted` is for URLs that the operator set, wherever they are; a redirect to another origin is
   * followed to the public internet only.
   */
  readonly policy?: 'publicWeb' | 'trusted'
  /** Addresses that count as public besides, for tests. */
  readonly allow?: Allow
  readonly resolve?: Resolve
}

/** A policy at work: which URLs are taken, and by which agent each hop may go. */
export interface Ways {
  parse(url: string | URL): URL
  agentFor(hop: Hop): Agent
  close(): Promise<void>
}

export function createWays(options: EgressOptions): Ways {
  return options.policy === 'trusted' ? trusted(options) : publicWeb(options)
}

function publicWeb({
  allow = () => false,
  resolve = resolveBy([]),
  ...stage
}: EgressOptions): Ways {
  const mayReach = (ip: string) => isPublicAddress(ip) || allow(ip)
  const agent = createAgent({ ...stage, resolve, mayReach })
  return {
    parse: (url) => assertPublicUrl(url, allow),
    agentFor({ url }) {
      assertPublicUrl(url, allow)
      return agent
    },
    close: () => agent.close(),
  }
}

function trusted({ allow, resolve }: EgressOptions): Ways {
  const elsewhere = publicWeb({ ...(allow && { allow }), ...(resolve && { resolve }) })
  const agent = createAgent({ mayReach: () => true, resolve: resolve ?? resolveBySystem })
  return {
    parse: (url) => new URL(url),
    agentFor: (hop) => (hop.url.origin === hop.origin ? agent : elsewhere.agentFor(hop)),
    async close() {
      await Promise.all([agent.close(), elsewhere.close()])
    },
  }
}
