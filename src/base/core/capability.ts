import type { Db } from './db.ts'
import type { EffectHandler } from './deferred-effect.ts'
import type { EngineName } from './optional-engines.ts'
import type { SourceLog } from './provenance.ts'
import type { Transport } from './call.ts'
import type { Usd } from './money.ts'
import type { PartKey } from './parts.ts'
import type { RateSlots } from './rate-slots.ts'
import type { ReadText, Setting } from './setting.ts'
import type { Payer } from './payment.ts'
import type { Spending } from './spending.ts'

/** The world outside the process, handed in so that tests can hand in another. */
export interface Host {
  readonly db: Db
  /** Milliseconds since the epoch: the one clock of the service. */
  now(): number
  setting(name: string): string | undefined
  /** Runs another tool, on input as a caller would send it, inside a call that is paid for. */
  run(slug: string, input: Readonly<Record<string, unknown>>, call: CallContext): Promise<unknown>
  /** The tool that `run` would run; absent where tools cannot run each other. */
  toolOf?(slug: string): Promise<InnerTool | undefined>
  /** Where several processes share a database: rateSlots with third parties, of all together. */
  readonly rateSlots?: RateSlots | undefined
  /** A part of the service that was built once; absent where none is open. */
  part?<T>(key: PartKey<T>): T | undefined
  /** Aborted when the time of a stop is over: streams end, and their connections are cut then. */
  readonly stopping?: AbortSignal
  /** Registers work for a clean stop. */
  onClose(close: () => Promise<void>): void
}

/** A tool that another tool may run. */
export interface InnerTool {
  readonly price: Usd
  readonly pure: boolean
  /** Why only its own buyer can call it: the rest of a sentence that begins with `it`. */
  readonly alone?: string
}

/** The call for which a capability acts. */
export interface CallContext {
  readonly id: string
  readonly transport: Transport
  readonly payer: Payer
  /** The quoted price: the most that the buyer pays, or 0 if calls are free. */
  readonly budget: Usd
  /**
   * Until when its buyer can be charged less than that: before the settlement, so that only a whole
   * answer can cost less, or after it too. Absent where the payment is of one amount.
   */
  readonly chargesLess?: ChargesLess | undefined
  /** Aborted when the tool's limits are reached, or when the caller hangs up. */
  readonly signal: AbortSignal
  /** When they are reached, in milliseconds since the epoch; absent before the tool runs. */
  readonly until?: number
  /** The caller; absent for work of the service itself. */
  readonly sender?: Sender | undefined
  /** Counts what the call costs at providers; absent if nobody pays for it. */
  readonly spending?: Spending | undefined
  /** Records which sources answer the call; absent if nothing reads it. */
  readonly sources?: SourceLog
  /** Receives the progress of a slow call; absent if no client asked for it. */
  progress?(progress: Progress): void
}

/** How far a slow call has come. */
export interface Progress {
  /** What is being done, in one word, such as `retrieve`. */
  readonly stage: string
  readonly done: number
  /** Null if the total is unknown. */
  readonly total: number | null
}

export type ChargesLess = 'until-settled' | 'always'

/** The sender of a call. Scarce resources are shared among senders; it is not an identity. */
export interface Sender {
  /** Network address. */
  readonly client: string
  /** Wallet or credits key that has paid, if one is known. */
  readonly payer: string | null
  /** Many of its calls failed lately, so calls of others go first. */
  readonly isStrained?: boolean
}

/** A third party behind a capability, for documentation. */
export interface Provider {
  readonly title: string
  /** Page with its terms of use. */
  readonly terms: string
  /** Setting that overrides its address. */
  readonly setting: string
}

/**
 * Who writes the texts that a capability brings back. `public`: anybody can write some of them, so
 * every answer made from them is marked. `own`: its provider, an authority, this service or the
 * caller. `some`: it depends on what a call reads; the capability notes it in the call's sources.
 */
export type Texts = 'public' | 'own' | 'some'

/** Something that a tool cannot do by itself. What a tool uses decides how it may be paid. */
export interface Capability<T> {
  readonly name: string
  /** All that it reads of the operator's settings; those of the service itself are in config.ts. */
  readonly settings: readonly Setting[]
  /**
   * What it lacks though none of its settings is missing, as the end of a sentence; null if
   * nothing. A tool is on offer only if it can be served.
   */
  lacks?(read: ReadText): string | null
  /** The optional packages that it cannot do without. */
  readonly engine?: EngineName
  /** What it brings back comes from outside: answers then say `source` and `asOf`. */
  readonly live?: true
  readonly texts: Texts
  /** Its requests cost the operator nothing, whoever sends them. */
  readonly isFree?: true
  /** It runs other tools; a tool that uses it is not run by others. */
  readonly runsTools?: true
  readonly providers?: readonly Provider[]
  /** Sources that are not providers, as text that follows `It reads`; for documentation. */
  readonly reads?: string
  /** Called once for a host; the function it returns is called for every call. */
  open(host: Host): (call: CallContext) => T
  /** Does the effects that tools answer with. */
  readonly effectHandler?: EffectHandler
}

export type Uses = Readonly<Record<string, Capability<unknown>>>

export type Opened<U extends Uses> = {
  readonly [K in keyof U]: U[K] extends Capability<infer T> ? T : never
}

/** What several capabilities read together, each setting once. */
export const settingsOfAll = (
  capabilities: readonly Pick<Capability<unknown>, 'settings'>[],
): readonly Setting[] => {
  const all = capabilities.flatMap(({ settings }) => settings)
  return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
}
