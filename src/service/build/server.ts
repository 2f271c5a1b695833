import type { App } from '../../front/http/app.ts'
import { listen, type Listening } from '../../front/http/listen.ts'
import { whoAnswers } from '../../capabilities/llm/listing.ts'
import { sampleOf } from '../../selling/catalog/sample.ts'
import type { Started } from '../ops/banner.ts'
import { namesIn, settingWarnings } from '../ops/check-settings.ts'
import type { Settings } from '../settings/config.ts'
import type { OpenCatalog } from './catalog.ts'
import type { Goods } from './goods.ts'
import { urlAt, type Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'
import type { Records } from './records.ts'

/** What listens, and what the banner says of it. */
export interface Server {
  readonly url: string
  readonly metricsPort: number | null
  readonly started: Started
  readonly doors: App['doors']
  readonly listening: Listening
}

interface ServerParts {
  readonly ground: Ground
  readonly goods: Goods
  readonly payments: Payments
  readonly catalog: OpenCatalog
  readonly records: Records
  readonly front: App
}

type ServerSettings = Pick<
  Settings,
  'serving' | 'limits' | 'payments' | 'settlement' | 'text' | 'names'
>

/** Listens from here on. */
export async function startServer(
  settings: ServerSettings,
  parts: ServerParts,
  life: Lifetime,
): Promise<Server> {
  const { HOST, METRICS_HOST, METRICS_PORT } = settings.serving
  const { front } = parts
  const { address } = parts.ground
  const { metrics } = parts.records
  const listening = await listen(front, {
    port: address.port,
    host: HOST,
    connectionsMax: settings.limits.CONNECTIONS_MAX,
    onTurnedAway: metrics.turnedAway,
  })
  life.closeWith(() => listening.close(0))
  const metricsPort = METRICS_PORT === 0 ? null : await metrics.listen(METRICS_PORT, METRICS_HOST)
  const started = startedAs(settings, parts, metricsPort)
  for (const sentence of started.warnings) life.log.warn({}, sentence)
  return { url: address.url, metricsPort, started, doors: front.doors, listening }
}

/** What the banner says, with everything that the operator should be warned of. */
function startedAs(
  settings: ServerSettings,
  { ground, goods, payments, catalog: { catalog } }: ServerParts,
  metricsPort: number | null,
): Started {
  const { address, site, sandbox } = ground
  const { declared, loaded, read } = goods
  const { METRICS_PORT, METRICS_HOST } = settings.serving
  const isMoved = metricsPort !== null && metricsPort !== METRICS_PORT
  return {
    url: address.url,
    baseUrl: site.baseUrl,
    networks: payments.networkStatuses(),
    toolCount: catalog.tools.length,
    unavailableCount: catalog.tools.filter(({ unavailable }) => unavailable !== undefined).length,
    sample: sampleOf(catalog.tools),
    sandboxFile: sandbox?.file ?? null,
    models: whoAnswers(read),
    metricsUrl: metricsPort === null ? null : `${urlAt(METRICS_HOST, metricsPort)}/metrics`,
    warnings: [
      ...settingWarnings(settings, { declared, tools: namesIn(loaded) }),
      ...(loaded.away ?? []),
      ...(isMoved ? [`Port ${METRICS_PORT} is taken: metrics are on port ${metricsPort}.`] : []),
    ],
  }
}
