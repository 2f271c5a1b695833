import { createAgent } from '../../front/a2a/agent.ts'
import { createAgentRoutes } from '../../front/a2a/routes.ts'
import type { Mount } from '../../front/http/app.ts'
import { createConnector } from '../../front/mcp/connector.ts'
import { A2A_PATH } from '../../front/surfaces/agent-card.ts'
import type { Shop } from '../../front/surfaces/surface.ts'
import { MB } from '../../base/lib/fields.ts'
import { createLimit } from '../../selling/call/limits.ts'
import { createValueCalls } from '../../selling/call/value-calls.ts'
import { isLoopback } from '../ops/check-settings.ts'
import type { Settings } from '../settings/config.ts'
import type { Buying } from './buying.ts'
import type { Calls } from './calls.ts'
import type { OpenCatalog } from './catalog.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'

interface ProtocolParts {
  readonly ground: Ground
  readonly payments: Payments
  readonly catalog: OpenCatalog
  readonly calls: Calls
  readonly buying: Buying
  readonly shop: Shop
}

const CONNECTOR_BOUNDS = { bytesMax: 4 * MB, valuesMax: 200_000, depthMax: 100 }

/** Tasks of A2A that one client may leave unpaid; each is stored for an hour. */
const OPEN_TASKS_PER_MINUTE = 60

/** The connector and the agent. Their free calls share one limit. */
export function openProtocols(
  settings: Pick<Settings, 'serving' | 'limits'>,
  { ground, payments, catalog, calls, buying, shop }: ProtocolParts,
  { now, trouble: onTrouble, closeWith }: Lifetime,
): readonly Mount[] {
  const { rateCounters, agentTasks } = ground.stores
  const { baseUrl } = ground.site
  const { find } = catalog
  const { jobs, pipeline } = calls
  const { CONNECTOR_PER_MINUTE: freePerMinute, CONNECTOR_PER_HOUR: freePerHour } = settings.limits
  const together = { rateCounters, now }
  const what = 'free calls through the connector'
  const freeLimits = [
    createLimit(what, freePerMinute, together),
    createLimit(what, freePerHour, together, 'an hour'),
  ]
  const call = createValueCalls({ pipeline, pass: payments.pass, freeLimits })
  const { hosts, origins } = neighboursOf(settings, baseUrl)
  const connector = createConnector({
    shop,
    find,
    demand: buying.demand,
    jobs,
    call,
    freePerMinute,
    freePerHour,
    hosts,
    origins,
    onTrouble,
  })
  closeWith(() => connector.close())
  const openLimit = createLimit('unpaid tasks', OPEN_TASKS_PER_MINUTE, together)
  const agent = createAgent({
    shop,
    find,
    call,
    jobs,
    tasks: agentTasks,
    openLimit,
    now,
    onTrouble,
  })
  const { handle } = createAgentRoutes({ hosts, origins, agent, onTrouble })
  return [
    { path: '/mcp', bounds: CONNECTOR_BOUNDS, handle: connector.handle },
    { path: `${A2A_PATH}/*`, bounds: CONNECTOR_BOUNDS, handle },
  ]
}

/**
 * The hosts and origins that are accepted: on loopback, requests from pages of other sites are
 * refused.
 */
function neighboursOf({ serving }: Pick<Settings, 'serving'>, baseUrl: string) {
  const near = ['localhost', '127.0.0.1', '[::1]']
  const { hostname } = new URL(baseUrl)
  const isNear = isLoopback(serving.HOST)
  const isPublic = serving.BASE_URL !== undefined && !near.includes(hostname)
  const names = [...near, hostname]
  return { hosts: isNear || isPublic ? names : null, origins: isNear && !isPublic ? names : null }
}
