import { createApp, type App } from '../../front/http/app.ts'
import { createBodyBudget } from '../../front/http/body.ts'
import { allFree, loadFreeEndpoints } from '../../front/http/free-endpoints.ts'
import { causeOf } from '../ops/log.ts'
import type { Settings } from '../settings/config.ts'
import type { Buying } from './buying.ts'
import type { Calls } from './calls.ts'
import type { OpenCatalog } from './catalog.ts'
import type { Checkout } from './checkout.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'
import { openProtocols } from './protocols.ts'
import type { Records } from './records.ts'

interface FrontParts {
  readonly ground: Ground
  readonly payments: Payments
  readonly catalog: OpenCatalog
  readonly calls: Calls
  readonly checkout: Checkout
  readonly buying: Buying
  readonly records: Records
}

type FrontSettings = Pick<Settings, 'serving' | 'payments' | 'limits' | 'purse'>

/** Everything that the outside can ask: tools, free endpoints, pages, protocols. */
export async function openFront(
  settings: FrontSettings,
  parts: FrontParts,
  life: Lifetime,
): Promise<App> {
  const { ground, payments, catalog, calls, buying } = parts
  const { site } = ground
  const { till } = payments
  const free = await loadFreeEndpoints()
  const shop = { catalog: catalog.catalog, site, till, free }
  const { setting: read } = calls.running.host
  const { startedAt, now, log } = life
  const instance = { shop, settings, read, startedAt, now }
  const { endpoints, forPeople } = allFree(parts, instance, free)
  return createApp({
    endpoints,
    forPeople,
    mounts: openProtocols(settings, { ground, payments, catalog, calls, buying, shop }, life),
    pipeline: calls.pipeline,
    catalog: shop.catalog,
    bodies: createBodyBudget(),
    ownNames: till.isFree ? [new URL(site.baseUrl).hostname] : null,
    bodyBytesMax: settings.limits.BODY_BYTES_MAX,
    proxyHops: settings.serving.TRUST_PROXY_HOPS,
    onUnknownProxy: atMostOnce(() => log.warn({}, UNKNOWN_PROXY)),
    onBug: (id, cause) => log.error({ id, cause: causeOf(cause) }, 'bug'),
  })
}

const UNKNOWN_PROXY =
  'X-Forwarded-For arrives, but TRUST_PROXY_HOPS is 0: all buyers behind that proxy count as one client'

function atMostOnce(say: () => void): () => void {
  let isSaid = false
  return () => {
    if (!isSaid) say()
    isSaid = true
  }
}
