import type { CallContext } from '../../base/core/capability.ts'
import type { Meter } from './token-limits.ts'
import type { Conversation } from './conversation.ts'
import type { Grounds } from './grounded.ts'
import type { Signer } from './receipts.ts'
import type { ModelPricing } from './terms.ts'
import type { WireName } from './wires/policy.ts'
import type { Decoded } from './wires/wire.ts'

/** A call of the gateway: the parts that are the same for all candidates. */
export interface Question {
  readonly request: {
    readonly wire: WireName
    readonly body: Readonly<Record<string, unknown>>
  }
  /**
   * The conversation for the models: that of the caller, with search results if it asked for them.
   */
  readonly conversation: Conversation
  /** It with all that it names by address, for servers of the operator, which fetch nothing. */
  readonly inlined: () => Promise<Conversation>
  readonly grounds: Grounds | null
  readonly known: Decoded['known']
  readonly plain: Decoded['plain']
  readonly terms: ModelPricing
  readonly count: Meter
  readonly call: CallContext
  readonly signer: Signer
  /** Seconds since the epoch. */
  readonly created: number
}
