import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Wallet } from '../../src/base/core/payment.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { createEvmMethod } from '../../src/selling/payments/mpp/evm.ts'
import type { Method } from '../../src/selling/payments/mpp/method.ts'
import { createMppRail } from '../../src/selling/payments/mpp/rail.ts'
import { createTempoMethod } from '../../src/selling/payments/mpp/tempo.ts'
import { PATH_USD } from '../../src/outside/chains/tempo/tokens.ts'
import type { TempoOptions } from '../../src/selling/payments/mpp/tempo-terms.ts'
import type { Facilitators } from '../../src/selling/payments/x402/facilitator.ts'
import { openFacilitators } from '../../src/selling/payments/x402/facilitators.ts'
import { startSandbox, type Sandbox } from '../../src/service/sandbox/sandbox.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { openDb } from '../../src/stores/open.ts'
import { createBuyer } from './buyer.ts'
import { createClock } from './clock.ts'
import { credentialFor, evmMethod, tempoMethod, type PayingMethod } from './mpp-buyer.ts'
import type { Stall } from './stalls.ts'

/** Both chains of the sandbox, and this process as the facilitator of one. */
export interface MppMarket {
  readonly sandbox: Sandbox
  readonly facilitators: Facilitators
  close(): Promise<void>
}

/** A stall, and more of its rails: the same but for what is given. */
export interface MppStall extends Stall {
  railWith(changes: { readonly baseUrl?: string; now?(): number }): Stall['rail']
}

const KEY = 'the key that signs the challenges of a stall'
const baseUrl = 'http://shop.example'
const client = createClient({ policy: 'trusted' })
const quiet = { now: Date.now, onTrouble: () => {}, client }

export async function openMppMarket(): Promise<MppMarket> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-mpp-'))
  const path = process.env['PATH'] ?? ''
  const sandbox = await startSandbox({ dataDir, anvilPath: null, path, tempo: true }, client)
  const { network, rpcUrl, settlementKey } = sandbox
  const facilitators = await openFacilitators({
    ...quiet,
    networks: [network],
    settlementKey,
    rpcUrls: { [network.id]: rpcUrl },
    urls: [],
    pollingMs: 5,
    gasReserve: 0n,
  })
  return {
    sandbox,
    facilitators,
    async close() {
      await facilitators.close()
      await sandbox.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

type Shared = Pick<TempoOptions, 'baseUrl' | 'now'>

/** The method `evm` over the sandbox chain. */
export function openEvmStall({ sandbox, facilitators }: MppMarket): Promise<MppStall> {
  const { network, rpcUrl, payTo } = sandbox
  const unplugged = {
    sender: null,
    verify: gone,
    settle: gone,
    retry: gone,
    trace: gone,
    release: () => {},
  }
  const over = (behind: Facilitators) => (shared: Shared) =>
    createEvmMethod({
      ...quiet,
      ...shared,
      merchant: { payTo: { evm: payTo }, baseUrl: shared.baseUrl, name: 'Stall' },
      networks: [network],
      facilitators: behind,
    })
  return openStall({
    method: over(facilitators),
    cutOff: over({ ...facilitators, of: () => unplugged }),
    payer: evmMethod(sandbox),
    received: () => balanceOf(client, rpcUrl, network.asset, payTo),
  })
}

/** The method `tempo` over the Tempo chain of the sandbox, or over what stands before it. */
export function openTempoStall(
  { sandbox }: MppMarket,
  before = sandbox.tempoRpcUrl,
): Promise<MppStall> {
  const { payTo, tempoRpcUrl } = sandbox
  const over = (rpcUrl: string) => (shared: Shared) =>
    createTempoMethod({ ...quiet, ...shared, payTo, rpcUrl, tokens: [PATH_USD], key: KEY })
  return openStall({
    method: over(String(before)),
    cutOff: over('http://127.0.0.1:1'),
    payer: tempoMethod(tempoRpcUrl),
    received: () => balanceOf(client, String(tempoRpcUrl), PATH_USD.address, payTo),
  })
}

interface Fittings {
  method(shared: Shared): Method
  cutOff(shared: Shared): Method
  readonly payer: PayingMethod
  received(): Promise<bigint>
}

async function openStall({ method, cutOff, payer, received }: Fittings): Promise<MppStall> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-rail-'))
  const clock = createClock()
  const db = await openDb({ dataDir, now: clock.now, onError: () => {} })
  const shared = { baseUrl, now: clock.now }
  const railWith = (changes: Partial<Shared>, make = method) => {
    const all = { ...shared, ...changes }
    return createMppRail({ ...all, methods: [make(all)], key: KEY })
  }
  const rail = railWith({})
  const before = await received()
  return {
    rail,
    railWith,
    cutOff: railWith({}, cutOff),
    db,
    clock,
    pay: (quote) => payFrom(payer, rail, quote),
    taken: async () => Number((await received()) - before),
    charge: (amount) => amount,
    wallet: createBuyer().address.toLowerCase() as Wallet,
    async close() {
      await db.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** What the stock client sends for the challenge of a rail. */
export function payFrom(
  payer: PayingMethod,
  rail: Stall['rail'],
  quote: Parameters<Stall['rail']['challenge']>[0],
) {
  const challenges = rail.challenge(quote).headers.map(([, text]) => text)
  return credentialFor(payer, { headers: { 'www-authenticate': challenges.join(', ') } })
}

async function gone(): Promise<never> {
  throw new Error('nothing is behind this rail')
}
