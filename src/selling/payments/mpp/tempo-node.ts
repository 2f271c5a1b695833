import { Errors } from 'mppx'
import { Mppx, tempo as methods } from 'mppx/server'
import {
  isAddressEqual,
  keccak256,
  parseEventLogs,
  type Hex,
  type RpcBlock,
  type RpcTransactionReceipt,
} from 'viem'
import { call } from 'viem/actions'
import { Abis, Transaction } from 'viem/tempo'
import { SignatureEnvelope, TxEnvelopeTempo } from 'ox/tempo'
import { createRpc } from '../../../outside/chains/evm/rpc.ts'
import { connectTempo, type TempoConnection } from '../../../outside/chains/tempo/connection.ts'
import { TEMPO } from '../../../outside/chains/tempo/tokens.ts'
import { FINAL_AFTER_MS } from '../../../outside/chains/payment-trace.ts'
import { Fault } from '../../../base/core/fault.ts'
import { formatUsd } from '../../../base/core/money.ts'
import { decodeJson } from './challenge.ts'
import type { MppCredential } from './credential.ts'
import { UNKNOWN, type MethodSettlement } from './method.ts'
import type { TempoOptions, TempoTransfer } from './tempo-terms.ts'

export type Validated =
  | { readonly isValid: true; readonly sender: string; readonly validUntil: number }
  | { readonly isValid: false; readonly reason: string }

/** A Tempo node, and the reference implementation that checks and submits payments through it. */
export interface TempoNode {
  /** Moves nothing. Throws when the node cannot be asked. */
  validate(transfer: TempoTransfer): Promise<Validated>
  /**
   * Null if the signature does not prove it: only the chain knows keys that may sign for another
   * account.
   */
  signerOf(credential: MppCredential): string | null
  broadcast(transfer: TempoTransfer): Promise<MethodSettlement>
  trace(transfer: TempoTransfer): Promise<MethodSettlement>
}

export function openTempoNode(options: TempoOptions): TempoNode {
  const { baseUrl, payTo, onTrouble } = options
  const realm = new URL(baseUrl).host
  const reader = connectTempo(options)
  // Unlike `reader`, it sends requests of one turn as one batch, which one node answers.
  const rpc = createRpc(options.rpcUrl, options.client)
  const checker = paymentsOver(reader, options)

  async function trace({ credential, amount, currency }: TempoTransfer): Promise<MethodSettlement> {
    const { transaction, validUntil } = signedIn(credential)
    const hash = keccak256(await Transaction.serialize(transaction as never))
    // Asked in one batch: if the node is behind and lacks the receipt, its head shows that.
    const [head, receipt] = (await Promise.all([
      rpc({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
      rpc({ method: 'eth_getTransactionReceipt', params: [hash] }),
    ])) as [RpcBlock, RpcTransactionReceipt | null]
    if (receipt) {
      const isPaid = parseEventLogs({ abi: Abis.tip20, eventName: 'Transfer', logs: receipt.logs })
        .filter(({ address }) => isAddressEqual(address, currency as Hex))
        .some(({ args }) => isAddressEqual(args.to, payTo as Hex) && args.amount === BigInt(amount))
      return isPaid
        ? { state: 'settled', network: TEMPO, reference: hash }
        : { state: 'refused', reason: 'transaction_reverted' }
    }
    const isOver = Number(head.timestamp) * 1000 > validUntil + FINAL_AFTER_MS
    return isOver ? { state: 'refused', reason: 'transaction_expired' } : UNKNOWN
  }

  return {
    async validate(transfer) {
      try {
        const { transaction, validUntil } = signedIn(transfer.credential)
        await Promise.all([
          checker.validateCredential(...asked(transfer, realm)),
          rehearse(reader, transaction),
        ])
        return { isValid: true, sender: String(transaction.from), validUntil }
      } catch (thrown) {
        const reason = reasonOf(thrown)
        if (reason === null) throw thrown
        return { isValid: false, reason }
      }
    },
    signerOf(credential) {
      try {
        const { from, signature, feePayerSignature } = signedIn(credential).transaction
        // A transaction for a fee payer names its sender beside the signature.
        if (!from || !signature || feePayerSignature === null) return null
        // From a plain signature its address is recovered; the others bring their public key along.
        return signature.type === 'secp256k1' || isSignedBy(from, credential) ? from : null
      } catch {
        return null
      }
    },
    async broadcast(transfer) {
      let wasSent = false
      const sender = paymentsOver(
        connectTempo(options, () => (wasSent = true)),
        options,
      )
      try {
        const { reference } = await sender.broadcastCredential(...asked(transfer, realm))
        return { state: 'settled', network: TEMPO, reference }
      } catch (thrown) {
        onTrouble('settle on Tempo', thrown)
        const reason = wasSent ? null : reasonOf(thrown)
        return reason === null ? trace(transfer) : { state: 'refused', reason }
      }
    },
    trace,
  }
}

function paymentsOver(connection: TempoConnection, { key, baseUrl, payTo, tokens }: TempoOptions) {
  const charge = methods.charge({
    recipient: payTo as Hex,
    currency: tokens[0]?.address as Hex,
    supportedModes: ['pull'],
    getClient: async () => connection as never,
    store: LEDGER_ELSEWHERE as never,
  })
  return Mppx.create({ secretKey: key, realm: new URL(baseUrl).host, methods: [charge] })
}

/** Payments are recorded in the database; a second record in memory could only disagree. */
const LEDGER_ELSEWHERE = {
  get: async () => null,
  put: async () => {},
  delete: async () => {},
  update: async (_key: string, change: (before: null) => { result: unknown }) =>
    change(null).result,
  tryClaim: async () => true,
}

function asked({ credential, amount, currency, scope, nonce }: TempoTransfer, realm: string) {
  const { challenge, payload, source } = credential
  const request = decodeJson(challenge.request) as Record<string, unknown>
  const told = { challenge: { ...challenge, request }, payload, ...(source && { source }) }
  const terms = { amount: formatUsd(amount).slice(1), currency }
  return [told as never, { request: terms, scope, meta: { nonce }, realm } as never] as const
}

/**
 * Simulates the transfer by itself, because not every node simulates the calls of a transaction. A
 * transaction of several calls may receive the money first, and is not simulated.
 */
async function rehearse(reader: TempoConnection, { from, calls = [] }: Signed): Promise<void> {
  const [only, ...others] = calls
  if (!from || !only || others.length > 0) return
  await call(reader, { account: from, to: only.to, data: only.data })
}

/** Whether a P-256 key or a passkey of this address has signed. Throws for other kinds. */
function isSignedBy(address: Hex, { payload }: MppCredential): boolean {
  const envelope = TxEnvelopeTempo.deserialize(payload['signature'] as never)
  const { signature } = envelope
  if (!signature) return false
  const signed = TxEnvelopeTempo.getSignPayload(envelope)
  return SignatureEnvelope.verify(signature, { payload: signed, address })
}

/** What is read of a signed transaction. */
interface Signed {
  readonly from?: Hex
  readonly signature?: { readonly type?: string }
  readonly feePayerSignature?: unknown
  /** In seconds. */
  readonly validBefore?: number
  readonly calls?: readonly { readonly to: Hex; readonly data: Hex }[]
}

function signedIn({ challenge, payload }: MppCredential) {
  const transaction = Transaction.deserialize(payload['signature'] as never) as Signed
  const expires = Date.parse(challenge.expires)
  const { validBefore } = transaction
  const validUntil = validBefore ? Math.min(Number(validBefore) * 1000, expires) : expires
  return { transaction, validUntil }
}

/** Why a payment is invalid; null if the node could not be asked. */
function reasonOf(thrown: unknown): string | null {
  if (thrown instanceof Errors.PaymentExpiredError) return 'transaction_expired'
  if (thrown instanceof Errors.PaymentError) return 'transaction_does_not_pay'
  let isAnswer = false
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Fault) return null
    isAnswer ||= 'code' in cause && typeof cause.code === 'number'
  }
  return isAnswer ? 'transaction_would_fail' : 'transaction_unreadable'
}
