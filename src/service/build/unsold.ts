import { canonicalId, networkOf, type PayableEvmNetwork } from '../../outside/chains/networks.ts'
import type { Settings } from '../settings/config.ts'
import type { Db } from '../../base/core/db.ts'
import type { Client } from '../../outside/net/request.ts'
import { canonical } from './settlers.ts'
import { openTransfers, type MinedTransfer } from '../../selling/payments/x402/evm/transfers.ts'
import { eip3009Key, proofOn } from '../../selling/payments/x402/payload.ts'
import { createSettlementKeyStore } from '../../stores/settlement-keys.ts'
import { createUnsoldPaymentStore, type FoundTransfer } from '../../stores/unsold-payments.ts'

/** A transfer to this service that its books do not have. */
export interface UnsoldTransfer {
  readonly found: FoundTransfer
  readonly sender: string
  /** A key of this service has submitted it, so it has paid no other service. */
  readonly isOurs: boolean
}

export interface UnsoldSearch {
  readonly settings: Pick<Settings, 'payments' | 'settlement'>
  readonly db: Db
  readonly client: Client
  /** Blocks before this time, in milliseconds, are not read. */
  readonly since: number
  now(): number
}

const MICRO_DIGITS = 6

/**
 * Reads the transfers to `PAY_TO` from the chains that have an endpoint, and compares them with the
 * books. A transfer that no key of this service has submitted may have paid another service at the
 * same address.
 */
export async function* findUnsold(search: UnsoldSearch): AsyncGenerator<UnsoldTransfer> {
  const { settings, db, client, since, now } = search
  const { payments, settlement } = settings
  const { SETTLEMENT_KEY, COUNT_FOREIGN_TRANSFERS: countsForeign } = settlement
  const { PAY_TO: payTo } = payments
  if (!payTo) return
  const keys = createSettlementKeyStore(db, now)
  const unsold = createUnsoldPaymentStore(db)
  const settlementKey = (SETTLEMENT_KEY as `0x${string}` | undefined) ?? null
  const rpcUrls = canonical(settlement.RPC_URLS)
  for (const network of payments.NETWORKS.map((id) => networkOf(canonicalId(id)))) {
    const rpcUrl = rpcUrls[network.id]
    if (network.family !== 'evm' || rpcUrl === undefined) continue
    const { settler, received } = openTransfers({ network, rpcUrl, settlementKey, client })
    if (settler !== null) await keys.remember(settler)
    const ordinalOf = createOrdinals()
    for await (const transfer of received(payTo, since)) {
      const found = ordinalOf(namedInBooks(network, transfer))
      if (!(await unsold.isUnsold(found, now()))) continue
      const { sender } = transfer
      yield { found, sender, isOurs: countsForeign || (await keys.isOurs(sender)) }
    }
  }
}

function namedInBooks(network: PayableEvmNetwork, transfer: MinedTransfer) {
  const per = 10n ** BigInt(network.decimals - MICRO_DIGITS)
  return {
    proof: proofOn(network.id, eip3009Key(network.asset, transfer)),
    network: network.id,
    payer: transfer.from.toLowerCase(),
    amount: Number(transfer.value / per),
    reference: transfer.transaction,
    at: transfer.at,
  }
}

/** Transfers of one payer and amount in one transaction differ in nothing that a sale names. */
function createOrdinals() {
  const seen = new Map<string, number>()
  return (found: Omit<FoundTransfer, 'ordinal'>): FoundTransfer => {
    const name = [found.reference, found.payer, found.amount].join(' ')
    const ordinal = (seen.get(name) ?? 0) + 1
    seen.set(name, ordinal)
    return { ...found, ordinal }
  }
}

/** The time of the newest entry of the books, in milliseconds; null in an empty database. */
export async function newestEntry(db: Db): Promise<number | null> {
  const row = await db.one<{ sale: number | null; payment: number | null }>(
    `select (select max(at) from sales) as sale, (select max(updated) from payments) as payment`,
  )
  const newest = Math.max(Number(row?.sale ?? 0), Number(row?.payment ?? 0))
  return newest === 0 ? null : newest
}
