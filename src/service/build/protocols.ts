import type { Jobs } from '../../selling/call/jobs.ts'
import { createAgent } from '../../front/a2a/agent.ts'
import { createAgentRoutes } from '../../front/a2a/routes.ts'
import { createLimit } from '../../selling/call/limits.ts'
import type { Pipeline } from '../../selling/call/pipeline.ts'
import { createValueCalls } from '../../selling/call/value-calls.ts'
import type { Find, SearchListener } from '../../selling/catalog/find.ts'
import type { Config } from '../settings/config.ts'
import { mergeParts } from '../../base/core/merge-parts.ts'
import type { Mount } from '../../front/http/app.ts'
import { MB } from '../../base/lib/fields.ts'
import { createConnector } from '../../front/mcp/connector.ts'
import { isLoopback } from '../ops/check-settings.ts'
import type { ConnectorPass } from '../../selling/payments/connector.ts'
import type { Stores } from '../../stores/stores.ts'
import { A2A_PATH } from '../../front/surfaces/agent-card.ts'
import type { Shop } from '../../front/surfaces/surface.ts'

export interface OpenConnectorOptions {
  readonly config: Config
  readonly shop: Shop
  readonly find: Find
  readonly demand: SearchListener
  readonly pipeline: Pipeline
  readonly jobs: Jobs
  readonly pass: ConnectorPass
  readonly stores: Stores
  readonly baseUrl: string
  now(): number
  onTrouble(what: string, cause: unknown): void
  onClose(close: () => Promise<void>): void
}

const CONNECTOR_BOUNDS = { bytesMax: 4 * MB, valuesMax: 200_000, depthMax: 100 }

/** Tasks of A2A that one client may leave unpaid; each is stored for an hour. */
const OPEN_TASKS_PER_MINUTE = 60

/**
 * The connector and the agent, with the hosts and origins that they accept: on loopback, requests
 * from pages of other sites are refused. Their free calls share one limit.
 */
export function openConnector(options: OpenConnectorOptions): readonly Mount[] {
  const { config, stores, baseUrl, pipeline, pass, onClose, ...parts } = options
  const { CONNECTOR_PER_MINUTE: freePerMinute, CONNECTOR_PER_HOUR: freePerHour } = config
  const together = { ...stores, now: parts.now }
  const what = 'free calls through the connector'
  const freeLimits = [
    createLimit(what, freePerMinute, together),
    createLimit(what, freePerHour, together, 'an hour'),
  ]
  const call = createValueCalls({ pipeline, pass, freeLimits })
  const near = ['localhost', '127.0.0.1', '[::1]']
  const { hostname } = new URL(baseUrl)
  const isNear = isLoopback(config.HOST)
  const isPublic = config.BASE_URL !== undefined && !near.includes(hostname)
  const names = [...near, hostname]
  const from = {
    hosts: isNear || isPublic ? names : null,
    origins: isNear && !isPublic ? names : null,
  }
  const connector = createConnector(mergeParts(parts, from, { call, freePerMinute, freePerHour }))
  onClose(() => connector.close())
  const openLimit = createLimit('unpaid tasks', OPEN_TASKS_PER_MINUTE, together)
  const agent = createAgent({ ...parts, call, tasks: stores.agentTasks, openLimit })
  const { handle } = createAgentRoutes({ ...from, agent, onTrouble: parts.onTrouble })
  return [
    { path: '/mcp', bounds: CONNECTOR_BOUNDS, handle: connector.handle },
    { path: `${A2A_PATH}/*`, bounds: CONNECTOR_BOUNDS, handle },
  ]
}
