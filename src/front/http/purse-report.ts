import { DAY_MS } from '../../base/core/milliseconds.ts'
import { dollarsOf, usdOf } from '../../base/core/money.ts'
import type { SpendWallet } from '../../buying/purse/chains.ts'
import type { FrontParts, Instance } from './endpoint.ts'

/** How far back the books of the purse are read. */
export const BOOK_DAYS = 30

/** What the purse holds, what it has bought, and what buyers did not pay for in the end. */
export async function purseReport(
  { buying: { purse } }: Pick<FrontParts, 'buying'>,
  { now }: Pick<Instance, 'now'>,
) {
  const since = now() - BOOK_DAYS * DAY_MS
  const [sums, unpaid, wallets] = await Promise.all([
    purse.books.sums(since),
    purse.books.unpaid(since),
    Promise.all(purse.chains.map(async (chain) => heldOn(purse.walletOn(chain)))),
  ])
  return { sums, unpaid, wallets }
}

/** A node that is away leaves the balance unknown, and the rest of the books readable. */
async function heldOn(wallet: SpendWallet | undefined) {
  if (!wallet) return null
  const { chain, network, address, decimals } = wallet
  const units = await wallet.balance().catch(() => null)
  // Balances of test money may exceed the safe integers.
  const most = Number.MAX_SAFE_INTEGER
  const micros = units === null ? null : Math.min(most, Number(units / 10n ** BigInt(decimals - 6)))
  return { chain, network, address, usd: micros === null ? null : dollarsOf(usdOf(micros)) }
}
