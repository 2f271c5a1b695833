import { HOUR_MS, MINUTE_MS } from '../../base/core/milliseconds.ts'
import { registeredHost } from '../../base/lib/registered-domain.ts'
import type { PurseStore } from '../../stores/purse.ts'
import type { PaymentEnding, SellerPayment } from '../../stores/purse-rows.ts'
import { RECORD_MS } from '../../stores/purse-reserve.ts'
import type { SpendChain } from './chains.ts'
import { RESTS, UNPROVEN } from './refusals.ts'

/**
 * A seller as payments know it: all hosts of its registered domain, and all that is paid to its
 * wallets, so that a new host begins with the record of the old one.
 */
export interface PaidSeller {
  readonly origin: string
  /** In canonical form, without wallets that other sellers name too. */
  readonly wallets: readonly string[]
}

/** The results of payments to sellers, read again every few seconds. */
export interface DeliveryRecord {
  /** Chains on which the last payments to a seller were not delivered. */
  failingAt(seller: PaidSeller): readonly SpendChain[]
  refresh(): Promise<void>
}

export interface DeliveryRecordParts {
  readonly store: Pick<PurseStore, 'endings'>
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** After one failure; each further one doubles it. */
const RESTS_MS = 6 * HOUR_MS
const RESTS_MS_MAX = RECORD_MS
/** A payment without a result for so long is waited for no more; no signature is valid longer. */
const UNDER_WAY_MS = 2 * MINUTE_MS
const READ_MAX = 5_000
const REFRESH_MS = 10_000
const SERVER_ERROR = 500

export function createDeliveryRecord(parts: DeliveryRecordParts): DeliveryRecord {
  const { store, now, onTrouble } = parts
  let failing: Failing = new Map()
  let readAt = -Infinity

  async function refresh(): Promise<void> {
    readAt = now()
    failing = failingIn(await store.endings(now() - RESTS_MS_MAX, READ_MAX))
  }

  return {
    failingAt(seller) {
      if (now() - readAt >= REFRESH_MS)
        refresh().catch((cause: unknown) => onTrouble('the record of purchases', cause))
      return restingIn(failing, seller, now())
    },
    refresh,
  }
}

const keysOf = ({ origin, wallets }: PaidSeller): readonly string[] => [
  domainKey(origin),
  ...wallets.map(walletKey),
]

function restingIn(failing: Failing, seller: PaidSeller, now: number): readonly SpendChain[] {
  const until = keysOf(seller).flatMap((key) => failing.get(key) ?? [])
  return [...new Set(until.filter(([, end]) => end > now).map(([chain]) => chain))]
}

/**
 * Why a seller is not paid now, by all payments to it, also those that other processes are sending;
 * null where it is. One that has never delivered is paid one payment at a time.
 */
export function whyUnpaid(
  payments: readonly SellerPayment[],
  seller: PaidSeller,
  now: number,
): string | null {
  const endings = payments.filter((one): one is PaymentEnding => one.delivered !== null)
  if (restingIn(failingIn(endings), seller, now).length > 0) return RESTS
  const keys = keysOf(seller)
  const own = payments.filter((one) =>
    [domainKey(one.origin), walletKey(one.payTo)].some((key) => keys.includes(key)),
  )
  const isProven = own.some(({ delivered }) => delivered === 1)
  // What a seller has refused it may still take, until the signature ends or the chain says no.
  const isUnderWay = own.some(
    ({ delivered, moved, at }) =>
      at > now - UNDER_WAY_MS && (delivered === null || (delivered === 0 && moved === null)),
  )
  return isUnderWay && !isProven ? UNPROVEN : null
}

const until = (chain: string, at: number): Until => [chain as SpendChain, at]

type Until = readonly [chain: SpendChain, until: number]
type Failing = ReadonlyMap<string, readonly Until[]>

const domainKey = (origin: string): string => `domain ${registeredHost(new URL(origin))}`

const walletKey = (wallet: string): string => `wallet ${wallet}`

/**
 * Domains and wallets that nothing is bought from, on which chains, and until when. The newest
 * results come first.
 */
export function failingIn(endings: readonly PaymentEnding[]): Failing {
  const keyed = endings.flatMap((ending) =>
    [domainKey(ending.origin), walletKey(ending.payTo)].map((key) => [key, ending] as const),
  )
  return new Map(
    [...Map.groupBy(keyed, ([key]) => key)].map(([key, own]): [string, Until[]] => [
      key,
      [...Map.groupBy(own, ([, { chain }]) => chain)].flatMap(([chain, each]) => {
        const ended = each.map(([, ending]) => ending)
        const told = ended.filter((ending) => ending.delivered === 1 || isFailure(ending))
        const good = told.findIndex(({ delivered }) => delivered === 1)
        const failures = good === -1 ? told.length : good
        const last = told[0]
        if (!last || failures === 0) return []
        const restsMs = Math.min(RESTS_MS_MAX, RESTS_MS * 2 ** (failures - 1))
        return [until(chain, last.at + restsMs)]
      }),
    ]),
  )
}

/**
 * The money was taken, or may have been, or the seller did not answer. A refused payment does not
 * count.
 */
export const isFailure = ({
  delivered,
  moved,
  status,
}: Pick<PaymentEnding, 'delivered' | 'moved' | 'status'>): boolean =>
  delivered === 0 && (moved === 1 || status === null || status >= SERVER_ERROR || status < 300)
