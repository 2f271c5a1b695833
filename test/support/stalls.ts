import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { Db } from '../../src/base/core/db.ts'
import { usd, usdOf, type Usd } from '../../src/base/core/money.ts'
import type { Wallet } from '../../src/base/core/payment.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { createCreditsRail, hashKey, mintKey } from '../../src/selling/payments/credits.ts'
import { createConnectorRail } from '../../src/selling/payments/connector.ts'
import { createFreeRail } from '../../src/selling/payments/free.ts'
import { createPowRail } from '../../src/selling/payments/pow.ts'
import type { Quote, Rail } from '../../src/selling/payments/rail.ts'
import type { Facilitator, Facilitators } from '../../src/selling/payments/x402/facilitator.ts'
import { openFacilitators } from '../../src/selling/payments/x402/facilitators.ts'
import { createX402Rail } from '../../src/selling/payments/x402/rail.ts'
import { startSandbox, type Sandbox } from '../../src/service/sandbox/sandbox.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { createCreditStore } from '../../src/stores/credits.ts'
import { openDb } from '../../src/stores/open.ts'
import { bearer, createBuyer, solved } from './buyer.ts'
import { createClock, type Clock } from './clock.ts'
import { serveFacilitator } from './facilitator-server.ts'
import { createFixtures } from './fixture-tools.ts'

export type Headers = Readonly<Record<string, string>>

/** One rail over real parts, with a payer before it. */
export interface Stall {
  readonly rail: Rail
  /** The same rail with nothing behind it: whatever it asks of the world fails. */
  readonly cutOff: Rail
  readonly db: Db
  readonly clock: Clock
  /** Pays as a client would, from what the rail says. */
  readonly pay: (quote: Quote) => Promise<Headers>
  /** What the payer has parted with, in micro-dollars. */
  readonly taken: () => Promise<number>
  /** What a call of that price takes. */
  readonly charge: (amount: Usd) => number
  readonly wallet: Wallet | null
  readonly close: () => Promise<void>
}

const baseUrl = 'http://shop.example'
const { tools } = createFixtures()

export const toolNamed = (slug: string): Tool => tools.find((tool) => tool.slug === slug)!

/** Some call whose price is not the list price of its tool. */
export const QUOTE: Quote = { tool: toolNamed('fixture-quoted'), amount: usdOf(3_000) }

const unplugged = (): never => {
  throw new Error('nothing is behind this rail')
}

/** A facilitator that cannot be reached. */
const NOBODY: Facilitator = {
  sender: null,
  verify: async () => unplugged(),
  settle: async () => unplugged(),
  retry: async () => unplugged(),
  trace: async () => unplugged(),
  release: () => {},
}

interface Ground {
  readonly db: Db
  readonly clock: Clock
  readonly close: () => Promise<void>
}

async function openGround(): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-rail-'))
  const clock = createClock()
  const db = await openDb({ dataDir, now: clock.now, onError: unplugged })
  return {
    db,
    clock,
    async close() {
      await db.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

export async function openFreeStall(): Promise<Stall> {
  const { db, clock, close } = await openGround()
  const rail = createFreeRail()
  const nothing = { taken: async () => 0, charge: () => 0, wallet: null }
  return { rail, cutOff: rail, db, clock, ...nothing, pay: async () => ({}), close }
}

/** As if a header could hold the pass of the connector, or one that somebody else has made. */
export async function openConnectorStall(): Promise<Stall> {
  const { db, clock, close } = await openGround()
  const { rail: real, pass } = createConnectorRail()
  const passes: Readonly<Record<string, object>> = { ours: pass, forged: { connector: Symbol('') } }
  const rail: typeof real = {
    ...real,
    claim(request) {
      const credentials = passes[request.header('x-pass') ?? '']
      return real.claim({ ...request, ...(credentials && { credentials: { ...credentials } }) })
    },
  }
  const nothing = { taken: async () => 0, charge: () => 0, wallet: null }
  return {
    rail,
    cutOff: rail,
    db,
    clock,
    ...nothing,
    pay: async () => ({ 'x-pass': 'ours' }),
    close,
  }
}

export async function openPowStall(): Promise<Stall> {
  const { db, clock, close } = await openGround()
  const rail = createPowRail({ secret: 'secret', difficulty: 8, baseUrl, now: clock.now })
  return {
    rail,
    cutOff: rail,
    db,
    clock,
    pay: async ({ tool }) => solved(rail.issue(tool)),
    taken: async () => 0,
    charge: () => 0,
    wallet: null,
    close,
  }
}

export async function openCreditsStall(): Promise<Stall> {
  const { db, clock, close } = await openGround()
  const credits = createCreditStore(db)
  const { key, keyHash, keyId } = mintKey()
  await credits.issue({ keyHash, keyId, label: 'stall' }, usd('$10'), clock.now())
  const noDb: Db = { ...db, all: unplugged, one: unplugged, batch: unplugged }
  const noCredits = createCreditStore(noDb)
  return {
    rail: createCreditsRail({ credits, baseUrl, now: clock.now }),
    cutOff: createCreditsRail({ credits: noCredits, baseUrl, now: clock.now }),
    db,
    clock,
    pay: async () => bearer(key),
    async taken() {
      const { loaded, balance } = (await credits.account(hashKey(key)))!
      return loaded - balance
    },
    charge: (amount) => amount,
    wallet: null,
    close,
  }
}

/** The sandbox chain and this process as its facilitator: what every x402 stall stands on. */
export interface Market {
  readonly sandbox: Sandbox
  readonly facilitators: Facilitators
  readonly received: () => Promise<number>
  readonly close: () => Promise<void>
}

const client = createClient({ policy: 'trusted' })
const quiet = { onTrouble: () => {}, now: Date.now, client, pollingMs: 5, gasReserve: 0n }

export async function openMarket(): Promise<Market> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-market-'))
  const path = process.env['PATH'] ?? ''
  const sandbox = await startSandbox({ dataDir, anvilPath: null, path, tempo: false }, client)
  const { network, rpcUrl, payTo, settlementKey } = sandbox
  const facilitators = await openFacilitators({
    ...quiet,
    networks: [network],
    settlementKey,
    rpcUrls: { [network.id]: rpcUrl },
    urls: [],
  })
  return {
    sandbox,
    facilitators,
    received: async () => Number(await balanceOf(client, rpcUrl, network.asset, payTo)),
    async close() {
      await facilitators.close()
      await sandbox.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

export const openOwnStall = (market: Market): Promise<Stall> =>
  x402Stall(market, market.facilitators)

/** The same facilitator, spoken to over HTTP. */
export async function openRemoteStall(market: Market): Promise<Stall> {
  const { network } = market.sandbox
  const authorization = 'Bearer facilitator-secret'
  const facilitator = market.facilitators.of(network.id)
  const server = await serveFacilitator({ facilitator, network: network.id, authorization })
  const facilitators = await openFacilitators({
    ...quiet,
    networks: [network],
    settlementKey: null,
    rpcUrls: {},
    urls: [server.url],
    authorize: async () => authorization,
  })
  const stall = await x402Stall(market, facilitators)
  return {
    ...stall,
    async close() {
      await stall.close()
      await facilitators.close()
      await server.close()
    },
  }
}

async function x402Stall(
  { sandbox, received }: Market,
  facilitators: Facilitators,
): Promise<Stall> {
  const { db, clock, close } = await openGround()
  const merchant = { payTo: { evm: sandbox.payTo }, baseUrl, name: 'Stall' }
  const networks = [sandbox.network]
  const shared = { merchant, networks, now: clock.now, onTrouble: () => {} }
  const rail = createX402Rail({ ...shared, facilitators })
  const cutOff = createX402Rail({ ...shared, facilitators: { ...facilitators, of: () => NOBODY } })
  const buyer = createBuyer()
  const before = await received()
  return {
    rail,
    cutOff,
    db,
    clock,
    pay(quote) {
      const [, header = ''] = rail.challenge(quote).headers[0] ?? []
      return buyer.sign(decodePaymentRequiredHeader(header))
    },
    taken: async () => (await received()) - before,
    charge: (amount) => amount,
    wallet: buyer.address.toLowerCase() as Wallet,
    close,
  }
}
