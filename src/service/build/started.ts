import type { Catalog } from '../../selling/catalog/catalog.ts'
import type { Loaded } from '../../selling/catalog/load.ts'
import { sampleOf } from '../../selling/catalog/sample.ts'
import type { Config } from '../settings/config.ts'
import type { ReadText, Setting } from '../../base/core/setting.ts'
import { whoAnswers } from '../../capabilities/llm/listing.ts'
import type { Started } from '../ops/banner.ts'
import { settingWarnings } from '../ops/check-settings.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

interface Facts {
  readonly url: string
  readonly catalog: Catalog
  readonly sandbox: Sandbox | null
  readonly metricsPort: number | null
  readonly baseUrl: string
  readonly declared: readonly Setting[]
  readonly loaded: Loaded
  readonly setting: ReadText
  networkStatuses(): readonly NetworkStatus[]
}

/** What the banner says, with everything that the operator should be warned of. */
export function startedAs(config: Config, facts: Facts): Started {
  const { url, baseUrl, catalog, sandbox, metricsPort, declared, loaded, setting } = facts
  const { METRICS_PORT, METRICS_HOST } = config
  const isMoved = metricsPort !== null && metricsPort !== METRICS_PORT
  return {
    url,
    baseUrl,
    networks: facts.networkStatuses(),
    toolCount: catalog.tools.length,
    unavailableCount: catalog.tools.filter(({ unavailable }) => unavailable !== undefined).length,
    sample: sampleOf(catalog.tools),
    sandboxFile: sandbox?.file ?? null,
    models: whoAnswers(setting),
    metricsUrl: metricsPort === null ? null : `${urlAt(METRICS_HOST, metricsPort)}/metrics`,
    warnings: [
      ...settingWarnings(config, { declared, names: namesIn(loaded) }),
      ...(loaded.away ?? []),
      ...(isMoved ? [`Port ${METRICS_PORT} is taken: metrics are on port ${metricsPort}.`] : []),
    ],
  }
}

/** What `TOOLS_OFF` may name. */
const namesIn = ({ tools, packs = {}, families }: Loaded): ReadonlySet<string> =>
  new Set([
    ...tools.map(({ slug }) => slug),
    ...Object.keys(packs).map((slug) => `skill-${slug}`),
    ...Object.keys(families),
    ...Object.values(families).flatMap(({ formerly }) => formerly ?? []),
  ])

export const urlAt = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
