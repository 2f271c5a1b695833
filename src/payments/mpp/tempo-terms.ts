import type { Usd } from '../../core/money.ts'
import type { Client } from '../../net/request.ts'
import type { MppCredential } from './credential.ts'

export interface TempoOptions {
  readonly payTo: string
  readonly rpcUrl: string
  /** Tokens to be paid in, in the order in which they are offered. */
  readonly tokens: readonly TempoToken[]
  /** Signs challenges; shared with the rail. */
  readonly key: string
  readonly baseUrl: string
  readonly client: Client
  /** Whether the node answers; assumed when not set. */
  isUp?(): boolean
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** A USD stablecoin of the Tempo chain; all have six decimals. */
export interface TempoToken {
  readonly name: string
  readonly address: string
}

export const USDC_E = { name: 'USDC.e', address: '0x20C000000000000000000000b9537d11c60E8b50' }
export const PATH_USD = { name: 'pathUSD', address: '0x20c0000000000000000000000000000000000000' }

export const TEMPO_CHAIN = 4217

/**
 * A credential with the terms that it must fit: without them mppx accepts any challenge of this
 * service.
 */
export interface TempoTransfer {
  readonly credential: MppCredential
  readonly amount: Usd
  readonly currency: string
  readonly scope: string
  readonly nonce: string
}
