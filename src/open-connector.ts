import type { Jobs } from './call/jobs.ts'
import { createLimit } from './call/limits.ts'
import type { Pipeline } from './call/pipeline.ts'
import type { Find } from './catalog/find.ts'
import type { Config } from './config.ts'
import type { Mount } from './http/app.ts'
import { MB } from './lib/fields.ts'
import { createConnector } from './mcp/connector.ts'
import { isLoopback } from './ops/check-settings.ts'
import type { ConnectorPass } from './payments/connector.ts'
import type { Stores } from './stores/stores.ts'
import type { Shop } from './surfaces/surface.ts'

export interface OpenConnectorOptions {
  readonly config: Config
  readonly shop: Shop
  readonly find: Find
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

/** The connector, with whom it answers: on loopback, nobody whom another site has led here. */
export function openConnector({
  config,
  stores,
  baseUrl,
  onClose,
  ...parts
}: OpenConnectorOptions): Mount {
  const { CONNECTOR_PER_MINUTE: freePerMinute, CONNECTOR_PER_HOUR: freePerHour } = config
  const together = { ...stores, now: parts.now }
  const what = 'free calls through the connector'
  const near = ['localhost', '127.0.0.1', '[::1]']
  const { hostname } = new URL(baseUrl)
  const isNear = isLoopback(config.HOST)
  const isPublic = config.BASE_URL !== undefined && !near.includes(hostname)
  const connector = createConnector({
    ...parts,
    freeLimits: [
      createLimit(what, freePerMinute, together),
      createLimit(what, freePerHour, together, 'hour'),
    ],
    freePerMinute,
    freePerHour,
    hosts: isNear || isPublic ? [...near, hostname] : null,
    origins: isNear && !isPublic ? [...near, hostname] : null,
  })
  onClose(() => connector.close())
  return { path: '/mcp', bounds: CONNECTOR_BOUNDS, handle: connector.handle }
}
