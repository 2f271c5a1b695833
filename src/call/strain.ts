import type { Sender } from '../core/capability.ts'
import { Fault, type FaultCode } from '../core/fault.ts'
import type { Authorization, Credential } from '../payments/rail.ts'
import type { Delivery } from './delivery.ts'
import { createLimit } from './limits.ts'

/** Who has had work done lately that came to nothing, and so was not paid for. */
export interface Strain {
  /** How the sender of a call stands. Throws `rate_limited` for a payer past its bound. */
  senderOf(client: string, payer: string | null): Promise<Sender>
  /** Bits of work that a client owes beyond those of the tool: one for each doubling. */
  workBitsOf(client: string): Promise<number>
  /** The same delivery, which counts what comes to nothing. */
  watch(delivery: Delivery): Delivery
}

/** From here on, the work of a client waits behind that of others. */
const STRAINED_FROM = 8

/** Ends of a call that has begun, for which its sender answers. */
const VAIN: ReadonlySet<FaultCode> = new Set([
  'bad_input',
  'caller_gone',
  'not_found',
  'provider_refused',
  'settlement_failed',
  'upstream_timeout',
])

export function createStrain(perMinute: number): Strain {
  const ofClient = createLimit('calls that came to nothing', perMinute)
  const ofPayer = createLimit('calls of this payer that came to nothing', perMinute)

  async function note({ client, payer }: Sender): Promise<void> {
    await ofClient.take(client).catch(() => {})
    if (payer !== null) await ofPayer.take(payer).catch(() => {})
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
          if (thrown instanceof Fault && VAIN.has(thrown.code)) await note(call.sender)
          throw thrown
        }),
    }),
  }
}

/** Who pays: a wallet, or what pays often and is known to its owner only. */
export const payerOf = (
  { payer: name, proof }: Credential,
  { payer: { wallet } }: Authorization,
): string | null => wallet ?? (proof === null ? name : null)
