import type { InThread } from '../../selling/call/in-thread.ts'
import type { Jobs } from '../../selling/call/jobs.ts'
import type { UnpaidRuns } from '../../selling/call/unpaid-runs.ts'
import type { CardCheckout } from '../../selling/checkout/checkout.ts'
import type { Find } from '../../selling/catalog/find.ts'
import type { OverrideControl } from '../../selling/catalog/overrides.ts'
import type { ReadText } from '../../base/core/setting.ts'
import type { Usd } from '../../base/core/money.ts'
import type { CallReply, CallRequest, HeaderPair } from '../../base/core/call.ts'
import { json } from '../../base/core/call.ts'
import type { Monitors } from '../../capabilities/monitors/monitors.ts'
import type { ChannelRefunds } from '../../selling/payments/channels/refunds.ts'
import type { PowRail } from '../../selling/payments/pow.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'
import type { Purse } from '../../buying/purse/purse.ts'
import type { ChainSales } from '../../buying/sellers/settlements/chain-sales.ts'
import type { Demand } from '../../buying/sellers/demand.ts'
import type { Market } from '../../buying/sellers/market.ts'
import type { ReachedDb } from '../../stores/reach.ts'
import type { Stores } from '../../stores/stores.ts'
import type { FreeEndpoint } from '../surfaces/free-endpoint.ts'
import type { Shop } from '../surfaces/surface.ts'

/** The settings that endpoints and the desk read. */
export interface FrontSettings {
  readonly serving: {
    readonly DATABASE_URL?: string | undefined
    readonly DATA_DIR: string
    readonly FREE_MODE: boolean
    readonly OPERATOR_TOKEN?: string | undefined
    readonly SECURITY_CONTACT: readonly string[]
    readonly REPORT_SECONDS: number
  }
  readonly payments: { readonly PAY_TO?: string | undefined }
  readonly limits: {
    readonly POW_CHALLENGES_PER_MINUTE: number
    readonly REPORTS_PER_MINUTE: number
  }
  readonly purse: {
    readonly PURSE_CALL_USD: Usd
    readonly PURSE_SELLER_DAY_USD: Usd
    readonly PURSE_HOUR_USD: Usd
    readonly PURSE_DAY_USD: Usd
    readonly PURSE_BUYER_USD: Usd
  }
}

/** The parts of the service, as far as free endpoints and pages ask them. */
export interface FrontParts {
  readonly ground: { readonly db: ReachedDb; readonly stores: Stores }
  readonly payments: {
    readonly pow: PowRail
    /** Null where all calls are free. */
    readonly channels: { readonly refunds: ChannelRefunds } | null
    networkStatuses(): readonly NetworkStatus[]
  }
  readonly catalog: {
    readonly find: Find
    readonly overrides: OverrideControl
  }
  readonly calls: {
    readonly jobs: Jobs
    readonly unpaidRuns: UnpaidRuns
    readonly inThread: InThread
    /** HTML of ours as a PDF. */
    readonly printing: {
      print(html: string, request: CallRequest): Promise<Uint8Array>
    }
  }
  readonly checkout: {
    readonly cards: CardCheckout
    readonly monitors: Monitors
  }
  readonly buying: {
    readonly market: Market
    readonly demand: Pick<Demand, 'note'>
    readonly chainSales: Pick<ChainSales, 'board' | 'state'>
    readonly purse: Pick<Purse, 'chains' | 'walletOn' | 'books'>
  }
  /** `flush` makes what was counted in the last moments part of the reports. */
  readonly records: { flush(): Promise<void> }
}

/** The instance that endpoints and pages speak for. */
export interface Instance {
  readonly shop: Shop
  readonly settings: FrontSettings
  /** The settings as tools read them. */
  readonly read: ReadText
  readonly startedAt: number
  now(): number
}

/** `input` is the declared input, already checked: the query of a GET, the body of a POST. */
type Handle<Input> = (
  request: CallRequest,
  params: Readonly<Record<string, string>>,
  input: Input,
) => Promise<CallReply> | CallReply

/** The default export of a file of `free/`: path, methods, input, answer and who may call. */
export interface EndpointSpec extends Omit<FreeEndpoint, 'id'> {
  /** Answered while others are asked to come later, because too much is asked of the service. */
  readonly urgent?: true
  /** Why this instance refuses every request to this endpoint; null if it serves it. */
  closed?(parts: FrontParts): string | null
  /** Called once, at start. */
  open(parts: FrontParts, instance: Instance): Handle<Readonly<Record<string, unknown>>>
}

/** A free endpoint. Its id is the name of its file. */
export type EndpointDefinition = EndpointSpec & FreeEndpoint

/** What the router of paths needs: an endpoint that answers without the till. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** Of its body, where it takes more than most. */
  readonly body?: EndpointSpec['body']
  readonly urgent?: EndpointSpec['urgent']
  readonly handle: Handle<void>
}

export const ok = (value: unknown, headers: readonly HeaderPair[] = []): CallReply => ({
  status: 200,
  headers,
  body: json(value),
})
