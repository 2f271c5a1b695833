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
  readonly DATABASE_URL?: string | undefined
  readonly DATA_DIR: string
  readonly FREE_MODE: boolean
  readonly PAY_TO?: string | undefined
  readonly OPERATOR_TOKEN?: string | undefined
  readonly POW_CHALLENGES_PER_MINUTE: number
  readonly SECURITY_CONTACT: readonly string[]
  readonly REPORT_SECONDS: number
  readonly REPORTS_PER_MINUTE: number
  readonly PURSE_CALL_USD: Usd
  readonly PURSE_SELLER_DAY_USD: Usd
  readonly PURSE_HOUR_USD: Usd
  readonly PURSE_DAY_USD: Usd
  readonly PURSE_BUYER_USD: Usd
  readonly setting: ReadText
}

/** What free endpoints are made with. */
export interface FreeParts {
  readonly shop: Shop
  readonly overrideControl: OverrideControl
  readonly find: Find
  readonly market: Market
  readonly demand: Pick<Demand, 'note'>
  readonly chainSales: Pick<ChainSales, 'board' | 'state'>
  readonly purse: Pick<Purse, 'chains' | 'walletOn' | 'books'>
  readonly stores: Stores
  readonly db: ReachedDb
  readonly pow: PowRail
  readonly jobs: Jobs
  readonly cards: CardCheckout
  readonly monitors: Monitors
  readonly unpaidRuns: UnpaidRuns
  readonly config: FrontSettings
  readonly startedAt: number
  readonly inThread: InThread
  /** HTML of ours as a PDF. */
  print(html: string, request: CallRequest): Promise<Uint8Array>
  networkStatuses(): readonly NetworkStatus[]
  /** Makes what was counted in the last moments part of the reports. */
  flush(): Promise<void>
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
  closed?(parts: FreeParts): string | null
  /** Called once, at start. */
  open(parts: FreeParts): Handle<Readonly<Record<string, unknown>>>
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
