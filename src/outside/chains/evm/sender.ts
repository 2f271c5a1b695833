import type { Hex } from 'viem'
import type { Chain } from './chain.ts'
import type { Fees } from './fees.ts'
import type { Nonces } from './nonces.ts'
import { isAnswer } from './node-error.ts'

export interface Call {
  readonly to: Hex
  readonly data: Hex
  readonly gas: bigint
}

/** A sent call. Each of its transactions replaces the one before. */
export interface Flight {
  nonce: number
  readonly transactions: Hex[]
}

export type Sent =
  | { readonly state: 'sent'; readonly flight: Flight }
  /** The node refused it, so no block can include it. */
  | { readonly state: 'rejected'; readonly reason: string }

export interface Sender {
  send(call: Call): Promise<Sent>
  /**
   * Reports that the call is mined. Other calls are sent again, because all later nonces wait for
   * them.
   */
  landed(flight: Flight): void
  close(): void
}

export interface SenderOptions {
  readonly chain: Chain
  fees(): Promise<Fees>
  readonly nonces: Nonces
  /** The oldest transaction is sent again with a higher fee when it is not mined for this long. */
  readonly stuckMs: number
  onTrouble(what: string, cause: unknown): void
}

interface Airborne {
  readonly call: Call
  readonly flight: Flight
  readonly feeMax: bigint
  fees: Fees
  sentAt: number
  /** How many checks found it waiting for an earlier nonce. */
  blockedLooks: number
}

const TRIES_MAX = 4
const WATCH_MS = 500
/** The limit for raised fees, as a multiple of the first fee. */
const RAISED_MAX = 8n
/** After so many checks, a transaction with an earlier nonce is replaced. */
const BLOCKED_LOOKS_MAX = 4
const NOTHING_GAS = 21_000n
const STALE_NONCE = /nonce too low|nonce.*lower|replacement transaction underpriced/i
const KNOWN = /already known|already imported/i
const NO_GAS = /insufficient funds/i
/** Messages of nodes that refuse a transaction for good. */
const REFUSED =
  /insufficient funds|intrinsic gas|gas limit|gas too low|fee cap|higher than max fee|underpriced|less than block base fee|invalid (sender|signature|transaction|chain)|not supported|rejected/i

/**
 * Sends the transactions of one key. They are signed and sent one after the other, so that no nonce
 * is skipped. A stuck transaction, and all that wait behind it, is freed by a replacement. If
 * somebody else used its nonce, it is sent with the next one. A nonce that another process took but
 * never used is filled with a transaction that does nothing.
 */
export function createSender(options: SenderOptions): Sender {
  const { chain, fees, nonces, stuckMs, onTrouble } = options
  const airborne = new Map<Flight, Airborne>()
  let turn: Promise<unknown> = Promise.resolve()
  let watch: NodeJS.Timeout | null = null

  const countAt = (blockTag: 'latest' | 'pending'): Promise<number> =>
    chain.getTransactionCount({ address: chain.account.address, blockTag })

  async function attempt(call: Call): Promise<Sent | 'again'> {
    const paying = await fees()
    const nonce = await nonces.take()
    const { raw, hash } = chain.seal({ ...call, ...paying, nonce })
    const flight: Flight = { nonce, transactions: [hash] }
    const verdict = await broadcast(raw)
    if (verdict === 'again') {
      nonces.doubt()
      return verdict
    }
    if (verdict !== 'sent') {
      await nonces.releaseNonce(nonce)
      return verdict
    }
    const feeMax = paying.maxFeePerGas * RAISED_MAX
    const sentAt = performance.now()
    airborne.set(flight, { call, flight, feeMax, fees: paying, sentAt, blockedLooks: 0 })
    watch ??= setInterval(() => void unstick(), WATCH_MS).unref()
    return { state: 'sent', flight }
  }

  /** A refusal is final. A node that did not answer, or failed, may have taken the transaction. */
  async function broadcast(
    signed: Hex,
  ): Promise<'sent' | 'again' | Extract<Sent, { state: 'rejected' }>> {
    try {
      await chain.sendRawTransaction({ serializedTransaction: signed })
      return 'sent'
    } catch (thrown) {
      const text = thrown instanceof Error ? thrown.message : String(thrown)
      if (KNOWN.test(text)) return 'sent'
      if (STALE_NONCE.test(text)) return 'again'
      onTrouble('sending a settlement', thrown)
      if (!isAnswer(thrown) || !REFUSED.test(text)) return 'sent'
      return {
        state: 'rejected',
        reason: NO_GAS.test(text) ? 'settler_out_of_gas' : 'settlement_rejected',
      }
    }
  }

  async function sendNow(call: Call): Promise<Sent> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const sent = await attempt(call)
      if (sent !== 'again') return sent
    }
    return { state: 'rejected', reason: 'settlement_nonce' }
  }

  /** Runs what uses nonces one after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  async function unstick(): Promise<void> {
    const oldest = [...airborne.values()].toSorted((a, b) => a.flight.nonce - b.flight.nonce)[0]
    if (!oldest || performance.now() - oldest.sentAt < stuckMs) return
    oldest.sentAt = performance.now()
    await inTurn(() => replace(oldest)).catch((thrown: unknown) =>
      onTrouble('replacing a settlement', thrown),
    )
  }

  async function replace(stuck: Airborne): Promise<void> {
    const { call, flight } = stuck
    const next = await countAt('latest')
    if (next > flight.nonce) {
      if (await isMined(flight)) return landed(flight)
      nonces.doubt()
      flight.nonce = await nonces.take()
    }
    const isBlocked = next < flight.nonce
    if (isBlocked) await unblock(stuck, next)
    else if (stuck.fees.maxFeePerGas < stuck.feeMax) stuck.fees = raised(stuck.fees)
    const { raw, hash } = chain.seal({ ...call, ...stuck.fees, nonce: flight.nonce })
    if (!flight.transactions.includes(hash)) flight.transactions.push(hash)
    if ((await broadcast(raw)) === 'again') nonces.doubt()
  }

  /** The process that took the next nonce may still send with it, or has died. */
  async function unblock(stuck: Airborne, next: number): Promise<void> {
    stuck.blockedLooks += 1
    const isTaken = (await countAt('pending')) > next
    if (isTaken && stuck.blockedLooks < BLOCKED_LOOKS_MAX) return
    onTrouble('filling a nonce', new Error(`${next} of ${chain.account.address}`))
    const paying = isTaken ? raised(raised(stuck.fees)) : stuck.fees
    const nothing = { to: chain.account.address, data: '0x', gas: NOTHING_GAS } as const
    await broadcast(chain.seal({ ...nothing, ...paying, nonce: next }).raw)
  }

  /** False if the nonce was used by another holder of the key. */
  async function isMined({ transactions }: Flight): Promise<boolean> {
    const receipts = transactions.map((hash) =>
      chain.getTransactionReceipt({ hash }).catch(() => null),
    )
    return (await Promise.all(receipts)).some((receipt) => receipt !== null)
  }

  function landed(flight: Flight): void {
    airborne.delete(flight)
    if (airborne.size > 0 || !watch) return
    clearInterval(watch)
    watch = null
  }

  return {
    landed,
    send: (call) =>
      inTurn(() => sendNow(call)).catch((thrown: unknown): Sent => {
        onTrouble('preparing a settlement', thrown)
        return { state: 'rejected', reason: 'settlement_unavailable' }
      }),
    close() {
      if (watch) clearInterval(watch)
    },
  }
}

/** Nodes take a replacement that pays at least a tenth more. */
const raised = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees => ({
  maxFeePerGas: (maxFeePerGas * 5n) / 4n + 1n,
  maxPriorityFeePerGas: (maxPriorityFeePerGas * 5n) / 4n + 1n,
})
