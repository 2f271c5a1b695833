import { HOUR_MS } from '../../../../base/core/milliseconds.ts'
import { checkPage } from '../../../pages/operator/check.ts'
import { checkDatabase, checkFolder, type HealthVerdict } from '../../../../stores/health.ts'
import type { Endpoint, FrontParts, Instance } from '../../endpoint.ts'
import type { OperatorPages } from './shared.ts'

/** Checks of a running instance. */
export const checkPages = (
  parts: FrontParts,
  instance: Instance,
  { inside, show }: OperatorPages,
): readonly Endpoint[] => [
  {
    method: 'GET',
    path: '/operator/check',
    handle: inside(async () => show(checkPage(await verdicts(parts, instance)))),
  },
]

async function verdicts(
  { ground, payments }: FrontParts,
  instance: Instance,
): Promise<readonly HealthVerdict[]> {
  const { settings, shop, now, startedAt } = instance
  const { DATABASE_URL, DATA_DIR } = settings.serving
  const checks = [
    ...(DATABASE_URL === undefined ? [checkFolder(DATA_DIR)] : []),
    checkDatabase(ground.db, { isCounted: false }),
  ]
  const found = await Promise.all(
    checks.map((one) =>
      one.catch((thrown: unknown): HealthVerdict[] => [['WRONG', String(thrown)]]),
    ),
  )
  const hours = Math.floor((now() - startedAt) / HOUR_MS)
  return [
    ['ok', `Build ${shop.site.build} runs on Node ${process.version} since ${hours} hours.`],
    ...found.flat(),
    ...payments
      .networkStatuses()
      .map(({ name, isPayable, trouble }): HealthVerdict =>
        isPayable && trouble === null
          ? ['ok', `${name} can be paid on`]
          : [isPayable ? 'warn' : 'WRONG', `${name}: ${trouble ?? 'nobody settles there'}`],
      ),
    ...settingVerdicts(instance),
  ]
}

/** Warnings about settings that the start accepts. */
function settingVerdicts({ settings, shop }: Instance): readonly HealthVerdict[] {
  const { PAY_TO } = settings.payments
  const { baseUrl } = shop.site
  const { tools } = shop.catalog
  const lacking = tools.filter(({ unavailable }) => unavailable !== undefined)
  return [
    baseUrl.startsWith('https:')
      ? ['ok', `Buyers are told ${baseUrl}`]
      : ['warn', `Buyers are told ${baseUrl}: set BASE_URL to an https address`],
    settings.serving.FREE_MODE
      ? ['warn', 'FREE_MODE: every tool is free']
      : PAY_TO === undefined
        ? ['warn', 'PAY_TO is not set: no wallet pays real money']
        : ['ok', `Wallets pay to ${PAY_TO}`],
    lacking.length === 0
      ? ['ok', `All ${tools.length} tools can be called`]
      : [
          'warn',
          `${lacking.length} of ${tools.length} tools cannot be called; the dashboard says why`,
        ],
  ]
}
