import type { TempoToken } from '../../../outside/chains/tempo/tokens.ts'
import type { Usd } from '../../../base/core/money.ts'
import type { Client } from '../../../outside/net/request.ts'
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
