import { moneyPage } from '../../../pages/operator/money.ts'
import type { Endpoint, FrontParts, Instance } from '../../endpoint.ts'
import { purseReport } from '../../purse-report.ts'
import type { OperatorPages } from './shared.ts'

const LOST = 50

/** Pending and lost payments, and purchases of the purse. */
export const moneyPages = (
  parts: FrontParts,
  instance: Instance,
  { inside, show }: OperatorPages,
): readonly Endpoint[] => [
  {
    method: 'GET',
    path: '/operator/money',
    handle: inside(async () => show(await money(parts, instance))),
  },
]

async function money(parts: FrontParts, instance: Instance) {
  const { stores } = parts.ground
  const caps = instance.settings.purse
  const [queue, lost, { sums, wallets }] = await Promise.all([
    stores.callStories.queue(),
    stores.callStories.lost(LOST),
    purseReport(parts, instance),
  ])
  return moneyPage({
    queue,
    lost,
    wallets: wallets.flatMap((wallet) =>
      wallet ? [{ name: `${wallet.chain} ${wallet.address}`, usd: heldText(wallet.usd) }] : [],
    ),
    books: sums,
    caps: [
      ['for one call', caps.PURSE_CALL_USD],
      ['at one seller in a day', caps.PURSE_SELLER_DAY_USD],
      ['in an hour', caps.PURSE_HOUR_USD],
      ['in a day', caps.PURSE_DAY_USD],
      ['for one buyer whose own payments have not settled', caps.PURSE_BUYER_USD],
    ],
  })
}

const heldText = (usd: number | null): string => (usd === null ? 'its node is away' : `$${usd}`)
