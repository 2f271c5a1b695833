import type { Hex, TransactionReceipt } from 'viem'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import { createReceipts } from '../../../../outside/chains/evm/receipts.ts'
import { createSender, type Call } from '../../../../outside/chains/evm/sender.ts'
import type { Fees } from '../../../../outside/chains/evm/fees.ts'
import type { Nonces } from '../../../../outside/chains/evm/nonces.ts'
import { TRANSFER_GAS } from './gas-limits.ts'
import { aggregateCall, MULTICALL3 } from '../../../../outside/chains/evm/multicall.ts'
import { keyOf, transferCall, usedIn, type Transfer } from '../../../../outside/chains/evm/token.ts'

/** `lost`: it was sent, and its result is unknown. */
export type Settled =
  | { readonly state: 'settled'; readonly transaction: Hex }
  | { readonly state: 'unused'; readonly transaction: Hex | null; readonly reason: string }
  | { readonly state: 'lost'; readonly transaction: Hex | null }

export interface TransferQueue {
  submit(transfer: Transfer): Promise<Settled>
  /**
   * Sends any other call of this key through the same queue. Throws a plain code when the node
   * refuses it.
   */
  transact(call: Call): Promise<Transaction>
  close(): Promise<void>
}

export interface Transaction {
  /** Another one may be mined in its place, for a higher fee. */
  readonly hash: Hex
  /** Null if there is none in time. */
  readonly receipt: Promise<TransactionReceipt | null>
}

export interface TransferQueueOptions {
  readonly chain: Chain
  readonly network: PayableEvmNetwork
  fees(): Promise<Fees>
  readonly nonces: Nonces
  /** How often receipts are requested. */
  readonly pollingMs: number
  /** How long a receipt is waited for. */
  readonly waitMs?: number
  onTrouble(what: string, cause: unknown): void
}

interface QueuedTransfer {
  readonly transfer: Transfer
  resolve(settled: Settled): void
}

/** Transfers within this time share a transaction. */
const WINDOW_MS = 1
const BATCH_MAX = 100
/** How many batches wait for their receipts at a time. */
const UNDER_WAY_MAX = 32
/**
 * The window grows by this share of a transaction's time with each batch under way: larger batches
 * lose no time before the next block.
 */
const LONGER_SHARE = 1 / 128
const BASE_GAS = 120_000n
const STUCK_BLOCKS = 2
const STUCK_MS_MIN = 3_000
const WAIT_MS = 20_000

/**
 * One queue per chain and key. Transfers are sent in batches, and each is matched with the events
 * of its transaction.
 */
export function createTransferQueue(options: TransferQueueOptions): TransferQueue {
  const { chain, fees, nonces, network, pollingMs, waitMs = WAIT_MS, onTrouble } = options
  const stuckMs = Math.max(STUCK_MS_MIN, network.blockSeconds * 1000 * STUCK_BLOCKS)
  const sender = createSender({ chain, fees, nonces, stuckMs, onTrouble })
  const receipts = createReceipts(chain, { pollingMs, waitMs })
  const queue: QueuedTransfer[] = []
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let tookMs = network.blockSeconds * 1000

  function schedule(): void {
    if (timer || queue.length === 0 || underWay.size >= UNDER_WAY_MAX) return
    const windowMs = WINDOW_MS + underWay.size * tookMs * LONGER_SHARE
    timer = setTimeout(flush, queue.length >= BATCH_MAX ? 0 : windowMs)
  }

  function flush(): void {
    if (timer) clearTimeout(timer)
    timer = null
    const sentAt = performance.now()
    const run = settleAll(queue.splice(0, BATCH_MAX)).finally(() => {
      tookMs = (tookMs + performance.now() - sentAt) / 2
      underWay.delete(run)
      schedule()
    })
    underWay.add(run)
    schedule()
  }

  async function settleAll(together: readonly QueuedTransfer[]): Promise<void> {
    const [only, ...others] = together
    if (only && others.length === 0) return settleOne(only)
    const transfers = together.map(({ transfer }) => callOf(transfer))
    const gas = BASE_GAS + TRANSFER_GAS * BigInt(together.length)
    const done = await send({ to: MULTICALL3, data: aggregateCall(transfers), gas })
    if (hasFailed(done)) {
      onTrouble(`batch of ${together.length} on ${network.id}`, new Error(done.state))
      await Promise.all(together.map(settleOne))
      return
    }
    for (const one of together) one.resolve(outcomeOf(one.transfer, done))
  }

  const callOf = (transfer: Transfer) => ({
    to: network.asset as Hex,
    data: transferCall(transfer),
  })

  async function settleOne({ transfer, resolve }: QueuedTransfer): Promise<void> {
    const gas = BASE_GAS + TRANSFER_GAS
    const done = await send({ ...callOf(transfer), gas })
    resolve(outcomeOf(transfer, done))
  }

  async function transact(call: Call): Promise<Transaction> {
    const sent = await sender.send(call)
    if (sent.state === 'rejected') throw new Error(sent.reason)
    const { flight } = sent
    const receipt = receipts.of(flight.transactions)
    void receipt.then((found) => found && sender.landed(flight))
    return { hash: flight.transactions[0] as Hex, receipt }
  }

  async function send(call: Call): Promise<Done> {
    const sent = await transact(call).catch((thrown: Error) => thrown)
    if (sent instanceof Error) return { state: 'rejected', reason: sent.message }
    const receipt = await sent.receipt
    if (!receipt) return { state: 'lost', transaction: sent.hash }
    return {
      state: receipt.status === 'success' ? 'mined' : 'reverted',
      transaction: receipt.transactionHash,
      used: usedIn(network, receipt.logs),
    }
  }

  return {
    transact,
    submit: (transfer) =>
      new Promise((resolve) => {
        queue.push({ transfer, resolve })
        schedule()
      }),
    async close() {
      while (queue.length > 0 || underWay.size > 0) {
        if (queue.length > 0 && underWay.size < UNDER_WAY_MAX) flush()
        await Promise.race(underWay)
      }
      receipts.close()
      sender.close()
    },
  }
}

function outcomeOf({ authorization }: Transfer, done: Done): Settled {
  if (done.state === 'rejected') return { state: 'unused', transaction: null, reason: done.reason }
  if (done.state === 'lost') return { state: 'lost', transaction: done.transaction }
  const { transaction, used } = done
  return used.has(keyOf(authorization.from, authorization.nonce))
    ? { state: 'settled', transaction }
    : { state: 'unused', transaction, reason: 'settlement_reverted' }
}

/** A batch can fail as a whole, or Multicall3 may not exist. */
const hasFailed = (done: Done): boolean =>
  done.state === 'reverted' ||
  done.state === 'rejected' ||
  (done.state === 'mined' && done.used.size === 0)

type Done =
  | { readonly state: 'rejected'; readonly reason: string }
  | { readonly state: 'lost'; readonly transaction: Hex | null }
  | {
      readonly state: 'mined' | 'reverted'
      readonly transaction: Hex
      /** By `keyOf`. */
      readonly used: ReadonlySet<string>
    }
