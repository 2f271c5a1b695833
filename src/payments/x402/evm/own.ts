import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import type { Hex } from 'viem'
import type { Facilitator } from '../facilitator.ts'
import type { EvmNetwork } from '../networks.ts'
import { eip3009Of, type Eip3009 } from '../payload.ts'
import type { Chain } from './chain.ts'
import { signerOf, transferDigest } from './eip3009.ts'
import { createOfficial } from './official.ts'
import { createReservations } from './reservations.ts'
import type { Settlement } from './settlement.ts'
import { balanceCall, type Transfer } from './token.ts'
import { isUsedUp, readWord, traced, traceTransfer } from './trace.ts'

export interface OwnOptions {
  readonly chain: Chain
  readonly network: EvmNetwork
  readonly settlement: Settlement
  now(): number
}

const CODE_KNOWN_MS = 600_000
const RESERVED_SPARE_MS = 60_000

/**
 * Verifies and settles with an own key. Plain wallets are checked here, with one look at the chain,
 * and settled in batches; contract wallets and other transfers go through the reference
 * facilitator.
 */
export function createOwnFacilitator({ chain, network, settlement, now }: OwnOptions): Facilitator {
  const official = createOfficial(chain, network, settlement)
  const reservations = createReservations(now)
  const plainUntil = new Map<string, number>()

  function plainTransfer(payload: PaymentPayload): Transfer | null {
    const authorization = eip3009Of(payload)
    const signature = payload.payload['signature']
    if (!authorization || typeof signature !== 'string') return null
    const signer = signerOf(transferDigest(network, authorization), signature)
    return signer === authorization.from.toLowerCase()
      ? { authorization, signature: signature as Hex }
      : null
  }

  /** A wallet that is a contract may refuse what its key has signed. */
  async function isPlain(address: string): Promise<boolean> {
    if ((plainUntil.get(address) ?? 0) > now()) return true
    const code = await chain.getCode({ address: address as Hex })
    const plain = code === undefined || code === '0x'
    if (plain) plainUntil.set(address, now() + CODE_KNOWN_MS)
    return plain
  }

  async function look({ authorization }: Transfer) {
    const { from } = authorization
    const [plain, balance, used] = await Promise.all([
      isPlain(from.toLowerCase()),
      balanceOf(from),
      isUsedUp(chain, network, authorization),
    ])
    return { plain, balance, used }
  }

  async function settleQuickly(transfer: Transfer): Promise<SettleResponse> {
    const { authorization } = transfer
    const outcome = await settlement.submit(transfer)
    if (outcome.state === 'unused') return afterwards(authorization, outcome.reason)
    const common = {
      network: network.id as SettleResponse['network'],
      payer: authorization.from,
      transaction: outcome.transaction ?? '',
    }
    return outcome.state === 'settled'
      ? { success: true, ...common }
      : { success: false, errorReason: 'settlement_pending', ...common }
  }

  function release(payload: PaymentPayload): void {
    const authorization = eip3009Of(payload)
    if (authorization) reservations.free({ payer: authorization.from, nonce: authorization.nonce })
  }

  /** Somebody else may have submitted it: then it is paid all the same. */
  async function afterwards(authorization: Eip3009, reason: string): Promise<SettleResponse> {
    const common = { network: network.id as SettleResponse['network'], payer: authorization.from }
    const seen = await traceTransfer(chain, network, authorization)
    if (seen.state === 'settled') return { success: true, transaction: seen.transaction, ...common }
    if (seen.state === 'unknown')
      return { success: false, errorReason: 'settlement_pending', transaction: '', ...common }
    const errorReason = seen.state === 'dead' ? seen.reason : reason
    return { success: false, errorReason, transaction: '', ...common }
  }

  /** A balance may not cover what is promised because some of that is paid already. */
  async function reserved(authorization: Eip3009, balance: bigint): Promise<boolean> {
    const { from: payer, nonce, value, validBefore } = authorization
    const until = Number(validBefore) * 1000 + RESERVED_SPARE_MS
    const claim = { payer, nonce, amount: BigInt(value), until }
    if (reservations.take(claim, balance)) return true
    if (balance < claim.amount) return false
    await Promise.all(
      reservations.of(payer).map(async (promised) => {
        if (await isUsedUp(chain, network, { ...promised, from: payer }))
          reservations.free(promised)
      }),
    )
    return reservations.take(claim, await balanceOf(payer))
  }

  const balanceOf = async (holder: string): Promise<bigint> =>
    BigInt(await readWord(chain, network.asset, balanceCall(holder)))

  async function verifyByReference(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<VerifyResponse> {
    const verdict = await official.verify(payload, requirements)
    const authorization = eip3009Of(payload)
    if (!verdict.isValid || !authorization) return verdict
    const { from } = authorization
    return (await reserved(authorization, await balanceOf(from))) ? verdict : poor(from)
  }

  async function settleByReference(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<SettleResponse> {
    const answer = await official.settle(payload, requirements)
    const authorization = eip3009Of(payload)
    const isOpen = answer.success || answer.errorReason === 'settlement_pending'
    if (isOpen || !authorization) return answer
    return afterwards(authorization, answer.errorReason ?? 'settlement_failed')
  }

  return {
    async verify(payload, requirements): Promise<VerifyResponse> {
      const transfer = plainTransfer(payload)
      if (!transfer) return verifyByReference(payload, requirements)
      const { from } = transfer.authorization
      const { plain, balance, used } = await look(transfer)
      if (!plain) return verifyByReference(payload, requirements)
      if (used) return { isValid: false, invalidReason: 'authorization_used', payer: from }
      const isCovered = await reserved(transfer.authorization, balance)
      return isCovered ? { isValid: true, payer: from } : poor(from)
    },

    async settle(payload, requirements) {
      const transfer = plainTransfer(payload)
      const isQuick = transfer && (await isPlain(transfer.authorization.from.toLowerCase()))
      const answer = isQuick
        ? await settleQuickly(transfer)
        : await settleByReference(payload, requirements)
      if (answer.errorReason !== 'settlement_pending') release(payload)
      return answer
    },

    async trace(payload) {
      const authorization = eip3009Of(payload)
      if (!authorization) return { state: 'unknown' }
      const found = await traced(chain, network, authorization)
      if (found.state !== 'unknown') release(payload)
      return found
    },

    release,
  }
}

const poor = (payer: string): VerifyResponse => ({
  isValid: false,
  invalidReason: 'insufficient_balance',
  payer,
})
