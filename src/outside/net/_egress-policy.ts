import type { Agent } from 'undici'
import { createAgent } from './_agent.ts'
import type { TestNetwork } from './_egress-guard.ts'
import { resolveBy, resolveBySystem, type Resolve } from './_lookup.ts'
import type { Hop } from './_redirect.ts'
import { assertPublicUrl, isPublicAddress, type Allow } from './public-url.ts'

export interface EgressOptions extends TestNetwork {
  /**
   * `publicWeb` is for URLs from callers: the public internet and nothing else. `trusted` is for
   * URLs from the operator, in any network; its redirects to another origin may go to the public
   * internet only.
   */
  readonly policy?: 'publicWeb' | 'trusted'
  /** More addresses that count as public, for tests. */
  readonly allow?: Allow
  readonly resolve?: Resolve
}

/** Decides which URLs are accepted, and which agent sends each request. */
export interface EgressPolicy {
  parse(url: string | URL): URL
  agentFor(hop: Hop): Agent
  close(): Promise<void>
}

export function createEgressPolicy(options: EgressOptions): EgressPolicy {
  return options.policy === 'trusted' ? trusted(options) : publicWeb(options)
}

function publicWeb({
  allow = () => false,
  resolve = resolveBy([]),
  ...stage
}: EgressOptions): EgressPolicy {
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

function trusted({ allow, resolve }: EgressOptions): EgressPolicy {
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
