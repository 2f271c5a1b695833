import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import type { Hex } from 'viem'
import type { Facilitator, Settled } from '../facilitator.ts'
import type { SettlementKeys } from '../self-settled-network.ts'
import { same } from '../payload.ts'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import { signerOf, transferDigest } from '../../../../outside/chains/evm/eip3009.ts'
import { createOfficial } from './official.ts'
import { createPlainAccounts } from './plain-accounts.ts'
import { createReservations, type Watch } from './reservations.ts'
import { TRANSFER_GAS, type EarnsItsGas, type GasPrice } from './gas-limits.ts'
import type { TransferQueue } from './transfer-queue.ts'
import { signedIn, type Signed } from './signed.ts'
import { balanceCall, keyOf, type Transfer } from '../../../../outside/chains/evm/token.ts'
import { isUsedUp, readWord, tracedAs, type TransferState } from './trace.ts'

export interface SelfSettlementParts {
  readonly chain: Chain
  readonly network: PayableEvmNetwork
  readonly queue: TransferQueue
  readonly earnsItsGas: EarnsItsGas
  readonly gasPrice: GasPrice
  /** A transfer counts as paid, whichever account has submitted it. */
  readonly countsForeign?: boolean
  readonly settlementKeys?: SettlementKeys | undefined
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** Reasons of transactions that were mined and failed. */
const REVERTED = new Set(['settlement_reverted', 'invalid_transaction_state'])
/** A balance that was read longer ago is read again before a transfer is sent. */
const BALANCE_KNOWN_MS = 2_000
/** How often a balance is read again because other payments of the payer were settled meanwhile. */
const READS_MAX = 3

/**
 * Verifies and settles with the settlement key. Plain wallets are checked here with one round of
 * reads and settled in batches; contract wallets and other transfers go through the reference
 * facilitator.
 */
export function createSelfSettlement(parts: SelfSettlementParts): Facilitator {
  const { chain, network, queue, earnsItsGas, gasPrice, now, onTrouble } = parts
  const { countsForeign = false, settlementKeys } = parts
  const official = createOfficial(chain, network, queue)
  const reservations = createReservations(now)
  const accounts = createPlainAccounts(chain, now)
  /** Payments that this process has sent and not seen mined; the queue repeats them itself. */
  const sent = new Map<string, number>()
  /** When the balance was last read and covered the payment. */
  const coveredAt = new WeakMap<object, number>()

  const read = (payload: PaymentPayload): Signed | null => signedIn(chain, network, payload)

  /** Recovering a signature is the slowest check; it is made once per payment. */
  const recovered = new WeakMap<object, Transfer | null>()

  function plainTransfer(payload: PaymentPayload, signed: Signed | null): Transfer | null {
    const known = recovered.get(payload.payload)
    if (known !== undefined) return known
    const found = recover(payload, signed)
    recovered.set(payload.payload, found)
    return found
  }

  function recover(payload: PaymentPayload, signed: Signed | null): Transfer | null {
    const authorization = signed?.transfer
    const signature = payload.payload['signature']
    if (!authorization || typeof signature !== 'string') return null
    const signer = signerOf(transferDigest(network, authorization), signature)
    return signer === authorization.from.toLowerCase()
      ? { authorization, signature: signature as Hex }
      : null
  }

  async function stateOf({ authorization }: Transfer) {
    const { from } = authorization
    const [plain, balance, used] = await Promise.all([
      accounts.isPlain(from.toLowerCase()),
      balanceOf(from),
      isUsedUp(chain, network, authorization),
    ])
    return { plain, balance, used }
  }

  /** A transfer that fails costs gas. When the node cannot be asked, the transfer is sent. */
  async function isDrained(payload: PaymentPayload, { payer, amount }: Signed): Promise<boolean> {
    const seenAt = coveredAt.get(payload.payload) ?? 0
    if (seenAt + BALANCE_KNOWN_MS > now()) return false
    return balanceOf(payer).then(
      (balance) => balance < amount,
      () => false,
    )
  }

  async function settleQuickly(
    payload: PaymentPayload,
    transfer: Transfer,
    signed: Signed,
  ): Promise<Settled> {
    if (await isDrained(payload, signed)) return afterwards(signed, 'insufficient_balance')
    const outcome = await queue.submit(transfer)
    if (outcome.state === 'unused') {
      // The wallet has probably become a contract since.
      accounts.forget(signed.payer.toLowerCase())
      return afterwards(signed, outcome.reason)
    }
    const common = {
      network: network.id as SettleResponse['network'],
      payer: signed.payer,
      transaction: outcome.transaction ?? '',
    }
    return outcome.state === 'settled'
      ? { success: true, ...common }
      : { success: false, errorReason: 'settlement_pending', ...common }
  }

  function release(payload: PaymentPayload): void {
    const signed = read(payload)
    if (signed) reservations.free(signed)
  }

  /**
   * A transfer that a stranger has submitted may have paid another service at this address, which
   * would then answer for the same money. Replicas, and former keys of this service, are no
   * strangers.
   */
  async function look(signed: Signed, sender?: string | null): Promise<TransferState> {
    const seen = await signed.trace()
    // A facilitator was asked to submit it, and may do so from any account.
    if (seen.state !== 'settled' || countsForeign || sender === null) return seen
    if (same(seen.sender, chain.account.address)) return seen
    if (await settlementKeys?.isOurs(seen.sender)) return seen
    onTrouble(`a transfer on ${network.id} was sent by ${seen.sender}`, new Error(seen.transaction))
    return { state: 'dead', reason: 'settled_by_another_sender' }
  }

  /** It may be paid already, by an earlier transaction of this key. */
  async function afterwards(signed: Signed, reason: string): Promise<Settled> {
    const common = { network: network.id as SettleResponse['network'], payer: signed.payer }
    const seen = await look(signed)
    if (seen.state === 'settled') return { success: true, transaction: seen.transaction, ...common }
    if (seen.state === 'unknown')
      return { success: false, errorReason: 'settlement_pending', transaction: '', ...common }
    const errorReason = seen.state === 'dead' ? seen.reason : reason
    // Its price is for the books: where it cannot be had, they go without.
    const gas = REVERTED.has(reason) ? await gasPrice(TRANSFER_GAS).catch(() => null) : null
    const lost = gas ? { lostGas: gas } : {}
    return { success: false, errorReason, transaction: '', ...common, ...lost }
  }

  /**
   * Reservations that are paid already are freed before a balance counts as too low. What is freed
   * while the balance is read counts as spent, so that no payment is promised the same money.
   */
  async function reserved(signed: Signed, balance: bigint, watch: Watch): Promise<boolean> {
    if (reservations.take(signed, balance - watch.freed)) return true
    if (balance < signed.amount) return false
    await Promise.all(
      reservations.of(signed.payer).map(async (promised) => {
        if (await promised.isUsed()) reservations.free(promised)
      }),
    )
    for (let left = READS_MAX; left > 0; left--) {
      const before = watch.freed
      const present = await balanceOf(signed.payer)
      const freed = watch.freed - before
      if (reservations.take(signed, present - freed)) return true
      if (freed === 0n) return false
    }
    return false
  }

  const balanceOf = async (holder: string): Promise<bigint> =>
    BigInt(await readWord(chain, network.asset, balanceCall(holder)))

  async function verifyByReference(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
    signed: Signed,
    watch: Watch,
  ): Promise<VerifyResponse> {
    const verdict = await official.verify(payload, requirements)
    if (!verdict.isValid) return verdict
    const { payer, amount } = signed
    if (!(await earnsItsGas(amount, TRANSFER_GAS))) return tooDear(payer)
    return (await reserved(signed, await balanceOf(payer), watch)) ? verdict : poor(payer)
  }

  async function settleByReference(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<Settled> {
    const answer = await official.settle(payload, requirements)
    const signed = read(payload)
    const isOpen = answer.success || answer.errorReason === 'settlement_pending'
    if (isOpen || !signed) return answer
    return afterwards(signed, answer.errorReason ?? 'settlement_failed')
  }

  const verify: Facilitator['verify'] = async (payload, requirements) => {
    const signed = read(payload)
    if (!signed) return official.verify(payload, requirements)
    const watch = reservations.watch(signed.payer)
    try {
      return await verifySigned(payload, requirements, signed, watch)
    } finally {
      watch.end()
    }
  }

  async function verifySigned(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
    signed: Signed,
    watch: Watch,
  ): Promise<VerifyResponse> {
    const transfer = plainTransfer(payload, signed)
    const state = transfer && (await stateOf(transfer))
    if (!state?.plain) return verifyByReference(payload, requirements, signed, watch)
    const { payer, amount } = signed
    if (state.used) return { isValid: false, invalidReason: 'authorization_used', payer }
    if (!(await earnsItsGas(amount, TRANSFER_GAS))) return tooDear(payer)
    if (!(await reserved(signed, state.balance, watch))) return poor(payer)
    coveredAt.set(payload.payload, now())
    return { isValid: true, payer }
  }

  const settle: Facilitator['settle'] = async (payload, requirements) => {
    const signed = read(payload)
    const transfer = plainTransfer(payload, signed)
    const isQuick = transfer && signed && (await accounts.isPlain(signed.payer.toLowerCase()))
    const answer = isQuick
      ? await settleQuickly(payload, transfer, signed)
      : await settleByReference(payload, requirements)
    if (!signed) return answer
    if (answer.errorReason === 'settlement_pending') remember(signed)
    else reservations.free(signed)
    return answer
  }

  function remember({ payer, nonce, until }: Signed): void {
    for (const [key, end] of sent) if (end <= now()) sent.delete(key)
    sent.set(keyOf(payer, nonce), until)
  }

  /** A payer whose balance has fallen would cost the gas of a failed transfer. */
  async function isStillGood(
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ): Promise<boolean> {
    if (requirements.scheme === 'upto') return true
    const { isValid } = await verify(payload, requirements)
    return isValid
  }

  return {
    sender: chain.account.address,
    verify,
    settle,
    async retry(payload, requirements) {
      const signed = read(payload)
      const isSent = signed === null || sent.has(keyOf(signed.payer, signed.nonce))
      if (!isSent && (await isStillGood(payload, requirements)))
        return settle(payload, requirements)
      const errorReason = 'settlement_pending'
      return { success: false, errorReason, transaction: '', network: requirements.network }
    },

    async trace({ payload, sender }) {
      const signed = read(payload)
      if (!signed) return { state: 'unknown' }
      const found = tracedAs(await look(signed, sender))
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

const tooDear = (payer: string): VerifyResponse => ({
  isValid: false,
  invalidReason: 'settlement_costs_too_much',
  payer,
})
