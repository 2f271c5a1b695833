import type { Sender } from '../../base/core/capability.ts'
import { Fault, type FaultCode } from '../../base/core/fault.ts'
import type { Authorization, Credential } from '../payments/rail.ts'
import type { Delivery } from './delivery.ts'
import { createLimit, type Limit } from './limits.ts'

/** Counts the work done for clients and payers that was not paid. */
export interface UnpaidRuns {
  /** The standing of the sender of a call. Throws `rate_limited` for a payer past its limit. */
  senderOf(client: string, payer: string | null): Promise<Sender>
  /** Extra bits of proof of work for a client: one for each doubling of its unpaid calls. */
  workBitsOf(client: string): Promise<number>
  /** The same delivery, which also counts unpaid runs. */
  watch(delivery: Delivery): Delivery
}

/** Above this, the work of a client waits behind that of others. */
const STRAINED_FROM = 8

/** Ends of a started call that count against its sender. */
const VAIN: ReadonlySet<FaultCode> = new Set([
  'bad_input',
  'caller_gone',
  'not_found',
  'provider_refused',
  'settlement_failed',
  'settlement_unknown',
  'upstream_timeout',
])

const isVain = (thrown: unknown): boolean =>
  thrown instanceof Fault && (VAIN.has(thrown.code) || thrown.detail.isVain === true)

/** One more, also past the limit. */
const counted = async (limit: Limit, name: string): Promise<void> => {
  try {
    await limit.take(name)
  } catch {}
}

export function createUnpaidRuns(perMinute: number): UnpaidRuns {
  const ofClient = createLimit('calls that came to nothing', perMinute)
  const ofPayer = createLimit('calls of this payer that came to nothing', perMinute)

  async function note({ client, payer }: Sender): Promise<void> {
    await counted(ofClient, client)
    if (payer !== null) await counted(ofPayer, payer)
  }

  return {
    async senderOf(client, payer) {
      if (payer !== null) await ofPayer.assert(payer)
      return { client, payer, isStrained: (await ofClient.countOf(client)) >= STRAINED_FROM }
    },
    async workBitsOf(client) {
      const count = await ofClient.countOf(client)
      return count < STRAINED_FROM ? 0 : Math.floor(Math.log2(count / STRAINED_FROM)) + 1
    },
    watch: (delivery) => ({
      ...delivery,
      deliver: (call, signal, background) =>
        delivery.deliver(call, signal, background).catch(async (thrown: unknown) => {
          if (isVain(thrown)) await note(call.sender)
          throw thrown
        }),
    }),
  }
}

/**
 * The payer to count: a wallet, or another credential that its owner uses repeatedly. Anybody can
 * name any number of unproven wallets, so the client is counted in their place.
 */
export const payerOf = (
  { payer: name, proof }: Credential,
  { payer: { wallet }, isUnproven }: Authorization,
  client: string,
): string | null => {
  if (isUnproven) return `unproven, by ${client}`
  return wallet ?? (proof === null ? name : null)
}
