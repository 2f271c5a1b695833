import type { PaymentPayload } from '@x402/core/types'
import type { NonceStore } from '../../../outside/chains/evm/nonces.ts'
import type { Client } from '../../../outside/net/request.ts'
import type { EscrowNode } from './evm/escrow-node.ts'
import type { Facilitator, SignatureClaim } from './facilitator.ts'
import type { Network } from '../../../outside/chains/networks.ts'

export interface SelfSettlementOptions {
  readonly networks: readonly Network[]
  /** Settles with this key, on the EVM networks that have an RPC endpoint. */
  readonly settlementKey: `0x${string}` | null
  readonly rpcUrls: Readonly<Record<string, string>>
  readonly client: Client
  /** How often a receipt is requested. */
  readonly pollingMs: number
  /** How long a buyer waits for a receipt, before the settlement counts as pending. */
  readonly waitMs?: number
  /** Wei; a key that holds less takes its network out of the offers. */
  readonly gasReserve: bigint
  /** Dollars per native coin by network: where it is known, gas must cost less than is paid. */
  readonly gasCoinUsd?: Readonly<Record<string, number>>
  /** Shared by the replicas that settle with one key; without it, no other process does. */
  readonly nonceStore?: NonceStore | undefined
  /** Remembers the keys that have ever settled here; without it, only the present one counts. */
  readonly settlementKeys?: SettlementKeys | undefined
  /** A transfer counts as paid, whichever account has submitted it. */
  readonly countsForeign?: boolean
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** The accounts that have settled for this service: those of replicas, and of former keys. */
export interface SettlementKeys {
  /** Called before the account sends anything. */
  remember(address: string): Promise<void>
  isOurs(address: string): Promise<boolean>
}

/** A network that this process can reach by itself. */
export interface SelfSettledNetwork {
  /** Null where this process can only look, and a facilitator settles. */
  readonly facilitator: Facilitator | null
  readonly trace: Facilitator['trace']
  readonly stands?: NonNullable<Facilitator['stands']>
  /** Why nothing can be settled from here now, for everybody to read; null when it can. */
  trouble(): Promise<string | null>
  /** What payers of `upto` must know; null where that cannot be settled from here. */
  upto(): Promise<Readonly<Record<string, unknown>> | null>
  /**
   * The time in milliseconds after which a payment can no longer be settled; null if unknown. Never
   * throws.
   */
  endsAt?(payload: PaymentPayload): Promise<number | null>
  /** Whether the contract of a wallet agrees to a signature. */
  agrees?(claim: SignatureClaim): Promise<boolean>
  /** Terms that save payers a request. */
  extra?(): Readonly<Record<string, unknown>>
  /** How often `extra` has changed. */
  changes?(): number
  /** The escrow of payment channels; absent where this process does not settle. */
  readonly escrow?: EscrowNode
  close(): Promise<void>
}
