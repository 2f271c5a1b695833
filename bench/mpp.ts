import { Challenge } from 'mppx'
import { evm, Mppx } from 'mppx/server'
import { usd } from '../src/base/core/money.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { createChallenges, encodeJson } from '../src/selling/payments/mpp/challenge.ts'
import { createMppRail } from '../src/selling/payments/mpp/rail.ts'
import { createTempoMethod } from '../src/selling/payments/mpp/tempo.ts'
import { PATH_USD, USDC_E } from '../src/outside/chains/tempo/tokens.ts'
import { median, report } from './support/load.ts'

/** What a 402 costs in challenges, beside the reference implementation that makes the same ones. */
const KEY = 'k'.repeat(64)
const REALM = 'seller.example'
const ROUTE = 'GET /api/hash'
const PAY_TO = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const ROUNDS = 7
const TURNS = 20_000
const MPPX_TURNS = 500

async function benchMpp(): Promise<void> {
  const { issue, draft } = createChallenges({ key: KEY, realm: REALM, now: Date.now })
  const mppx = Mppx.create({ secretKey: KEY, realm: REALM, methods: [referenceEvm()] })
  const reference = () => mppx.challenge.evm.charge({ amount: '0.001', scope: ROUTE })
  const { request } = await reference()
  const drafts = [draft('evm', encodeJson(request), 'Hash')]
  const rail = railWithTempo()
  const quote = { tool: toolAt(), amount: usd('$0.001') }

  const ours: number[] = []
  const theirs: number[] = []
  const quotes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await microsOf(TURNS, async () => issue(ROUTE, drafts)))
    theirs.push(await microsOf(MPPX_TURNS, async () => Challenge.serialize(await reference())))
    quotes.push(await microsOf(TURNS, async () => rail.challenge(quote)))
  }
  report('MPP challenge', `${median(ours).toFixed(1)} µs`, `mppx ${median(theirs).toFixed(1)} µs`)
  report('MPP part of a 402, 2 offers', `${median(quotes).toFixed(1)} µs`)
}

async function microsOf(turns: number, turn: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let at = 0; at < turns; at++) await turn()
  return ((performance.now() - started) / turns) * 1000
}

const referenceEvm = () =>
  evm.charge({
    currency: evm.assets.base.USDC,
    recipient: PAY_TO,
    settle: async () => ({ reference: '0x' }),
  })

function railWithTempo() {
  const tempo = createTempoMethod({
    payTo: PAY_TO,
    rpcUrl: 'http://127.0.0.1:1',
    tokens: [USDC_E, PATH_USD],
    key: KEY,
    baseUrl: `https://${REALM}`,
    client: null as never,
    now: Date.now,
    onTrouble: () => {},
  })
  return createMppRail({ methods: [tempo], key: KEY, baseUrl: `https://${REALM}`, now: Date.now })
}

const toolAt = () =>
  ({
    spec: { route: ROUTE, name: 'Hash' },
    price: usd('$0.001'),
    limits: { firstEventMs: 30_000, idleMs: 30_000, totalMs: 300_000 },
  }) as unknown as Tool

if (import.meta.main) await benchMpp()
