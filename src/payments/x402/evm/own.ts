import type { PaymentPayload, SettleResponse, VerifyResponse } from '@x402/core/types'
import type { Hex } from 'viem'
import type { Facilitator } from '../facilitator.ts'
import type { EvmNetwork } from '../networks.ts'
import { eip3009Of, type Eip3009 } from '../payload.ts'
import type { Chain } from './chain.ts'
import { signerOf, transferDigest } from './eip3009.ts'
import { createOfficial } from './official.ts'
import { createReservations } from './reservations.ts'
import type { Settled, Settlement } from './settlement.ts'
import { balanceCall, type Transfer } from './token.ts'
import { isUsedUp, readWord, traceTransfer } from './trace.ts'

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
 * and settled in batches; contract wallets and other transfers go through the reference facilitator.
 */
export function createOwnFacilitator({ chain, network, settlement, now }: OwnOptions): Facilitator {
  const official = createOfficial(chain, network)
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
      readWord(chain, network.asset, balanceCall(from)),
      isUsedUp(chain, network, authorization),
    ])
    return { plain, balance: BigInt(balance), used }
  }

  function settledBy(outcome: Settled, payer: string): SettleResponse | null {
    const common = { network: network.id as SettleResponse['network'], payer }
    if (outcome.state === 'settled')
      return { success: true, transaction: outcome.transaction, ...common }
    if (outcome.state === 'unused') return null
    const transaction = outcome.transaction ?? ''
    return { success: false, errorReason: 'settlement_pending', transaction, ...common }
  }

  /** Somebody else may have submitted it: then it is paid all the same. */
  async function afterwards(authorization: Eip3009, reason: string): Promise<SettleResponse> {
    const common = { network: network.id as SettleResponse['network'], payer: authorization.from }
    const traced = await traceTransfer(chain, network, authorization)
    if (traced.state === 'settled')
      return { success: true, transaction: traced.transaction, ...common }
    const errorReason = traced.state === 'dead' ? traced.reason : reason
    return { success: false, errorReason, transaction: '', ...common }
  }

  return {
    async verify(payload, requirements): Promise<VerifyResponse> {
      const transfer = plainTransfer(payload)
      if (!transfer) return official.verify(payload, requirements)
      const { from, nonce, value, validBefore } = transfer.authorization
      const { plain, balance, used } = await look(transfer)
      if (!plain) return official.verify(payload, requirements)
      if (used) return { isValid: false, invalidReason: 'authorization_used', payer: from }
      const until = Number(validBefore) * 1000 + RESERVED_SPARE_MS
      const reserved = reservations.take(
        { payer: from, nonce, amount: BigInt(value), until },
        balance,
      )
      return reserved
        ? { isValid: true, payer: from }
        : { isValid: false, invalidReason: 'insufficient_balance', payer: from }
    },

    async settle(payload, requirements) {
      const transfer = plainTransfer(payload)
      const isQuick = transfer && (await isPlain(transfer.authorization.from.toLowerCase()))
      if (!isQuick) return official.settle(payload, requirements)
      const { from, nonce } = transfer.authorization
      const outcome = await settlement.submit(transfer)
      if (outcome.state !== 'lost') reservations.free({ payer: from, nonce })
      return (
        settledBy(outcome, from) ??
        (await afterwards(
          transfer.authorization,
          outcome.state === 'unused' ? outcome.reason : 'settlement_reverted',
        ))
      )
    },

    async trace(payload) {
      const authorization = eip3009Of(payload)
      return authorization ? traceTransfer(chain, network, authorization) : { state: 'unknown' }
    },

    release(payload) {
      const authorization = eip3009Of(payload)
      if (authorization)
        reservations.free({ payer: authorization.from, nonce: authorization.nonce })
    },
  }
}
