import { moneyPage } from '../../../pages/operator/money.ts'
import type { Endpoint, FreeParts } from '../../endpoint.ts'
import { purseReport } from '../../purse-report.ts'
import type { OperatorPages } from './shared.ts'

const LOST = 50

/** Pending and lost payments, and purchases of the purse. */
export const moneyPages = (
  parts: FreeParts,
  { inside, shown }: OperatorPages,
): readonly Endpoint[] => [
  {
    method: 'GET',
    path: '/operator/money',
    handle: inside(async () => shown(await money(parts))),
  },
]

async function money(parts: FreeParts) {
  const { config, stores } = parts
  const [queue, lost, { sums, wallets }] = await Promise.all([
    stores.callStories.queue(),
    stores.callStories.lost(LOST),
    purseReport(parts),
  ])
  return moneyPage({
    queue,
    lost,
    wallets: wallets.flatMap((wallet) =>
      wallet ? [{ name: `${wallet.chain} ${wallet.address}`, usd: heldText(wallet.usd) }] : [],
    ),
    books: sums,
    caps: [
      ['for one call', config.PURSE_CALL_USD],
      ['at one seller in a day', config.PURSE_SELLER_DAY_USD],
      ['in an hour', config.PURSE_HOUR_USD],
      ['in a day', config.PURSE_DAY_USD],
      ['for one buyer whose own payments have not settled', config.PURSE_BUYER_USD],
    ],
  })
}

const heldText = (usd: number | null): string => (usd === null ? 'its node is away' : `$${usd}`)
