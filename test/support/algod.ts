import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { base32nopad } from '@scure/base'
import {
  ALGORAND_MAINNET_GENESIS_HASH,
  toClientAvmSigner,
  toFacilitatorAvmSigner,
  USDC_MAINNET_ASA_ID,
} from '@x402/avm'
import { ExactAvmScheme as AvmBuyer } from '@x402/avm/exact/client'
import { ExactAvmScheme as AvmFacilitator } from '@x402/avm/exact/facilitator'
import { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'
import { freshPair } from './ed25519-pair.ts'
import { createAlgorandLedger, hexOf, type AlgorandLedger } from './algorand-ledger.ts'

export const ALGORAND = 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8='

/** An algod that takes every well-formed group, and knows what round it is. */
export interface TestAlgod {
  readonly url: string
  readonly payTo: string
  readonly feePayer: string
  /** Only a real ledger holds anything. */
  fund(address: string, units: bigint): void
  held(address: string): bigint
  /** The stock client, with a wallet. */
  readonly client: x402Client
  readonly facilitator: x402Facilitator
  /** Groups that were submitted. */
  readonly submitted: () => number
  /** Whether it says of every transaction that it is on the chain, or of none. */
  confirm(confirmed: boolean): void
  /** The node that is asked for blocks is behind by so many. */
  lag(rounds: number): void
  /** Rounds go by. */
  pass(rounds: number): void
  mute(silent: boolean): void
  close(): Promise<void>
}

const require = createRequire(import.meta.url)
const msgpack = createRequire(require.resolve('@x402/avm'))('algorand-msgpack') as {
  encode(value: unknown): Uint8Array
}

/** With a real ledger, only what its rules allow is taken. */
export async function startAlgod({ isReal = false } = {}): Promise<TestAlgod> {
  const state = { round: 53_000_000, submitted: 0, isSilent: false, isConfirmed: true, behind: 0 }
  const ledger = createAlgorandLedger({
    asset: Number(USDC_MAINNET_ASA_ID),
    genesisHash: ALGORAND_MAINNET_GENESIS_HASH,
    round: () => state.round,
  })
  const world = Object.assign(state, { ledger: isReal ? ledger : null })
  const server = createServer((request, response) => {
    answer(world, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const nodes = { mainnetUrl: url, testnetUrl: url }
  const wallet = toClientAvmSigner(secretKey())
  const settler = new AvmFacilitator(toFacilitatorAvmSigner(secretKey(), nodes))
  const buyer = new AvmBuyer(wallet, { algodUrl: url })
  const nameOf = (address: string) => hexOf(base32nopad.decode(address).subarray(0, 32))
  return {
    url,
    payTo: toClientAvmSigner(secretKey()).address,
    feePayer: String(settler.getSigners(ALGORAND)[0]),
    fund: (address, units) => void ledger.holdings.set(nameOf(address), units),
    held: (address) => ledger.holdings.get(nameOf(address)) ?? 0n,
    client: new x402Client().register('algorand:*', buyer),
    facilitator: new x402Facilitator().register([ALGORAND], settler),
    submitted: () => state.submitted,
    confirm(confirmed) {
      state.isConfirmed = confirmed
    },
    lag(rounds) {
      state.behind = rounds
    },
    pass(rounds) {
      state.round += rounds
    },
    mute(silent) {
      state.isSilent = silent
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const SETTLED = { 'pool-error': '', txn: { txn: { type: 'pay', snd: new Uint8Array(32) } } }

/** What the ledger says of a transaction, of a block, and of what somebody holds. */
function answerOf(ledger: AlgorandLedger, round: number, path: string): object | 404 | null {
  const [, transaction] = /pending\/(\w+)/.exec(path) ?? []
  if (transaction !== undefined) {
    const at = ledger.roundOf(transaction)
    return at === undefined ? 404 : { ...SETTLED, 'confirmed-round': at }
  }
  const [, block] = /blocks\/(\d+)\/txids/.exec(path) ?? []
  if (block !== undefined)
    return Number(block) > round ? 404 : { blockTxids: ledger.blocks.get(Number(block)) ?? [] }
  const [, address] = /accounts\/(\w+)\/assets/.exec(path) ?? []
  if (address === undefined) return null
  const held = ledger.holdings.get(hexOf(base32nopad.decode(address).subarray(0, 32)))
  return held === undefined ? 404 : { 'asset-holding': { amount: Number(held) }, round }
}

interface State {
  readonly ledger: AlgorandLedger | null
  round: number
  submitted: number
  isSilent: boolean
  isConfirmed: boolean
  /** Rounds that the node lacks which is asked for blocks. */
  behind: number
}

async function answer(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = await buffer(request)
  if (state.isSilent) return void response.destroy()
  const { round, ledger } = state
  const [path = '', query = ''] = String(request.url).split('?')
  const json = (body: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const packed = (body: unknown) => {
    response.writeHead(200, { 'content-type': 'application/msgpack' }).end(msgpack.encode(body))
  }
  const written = ledger && answerOf(ledger, round, path)
  if (written === 404) return void response.writeHead(404).end('{"message":"not found"}')
  if (written) return query.includes('msgpack') ? packed(written) : json(written)
  const [, block] = /blocks\/(\d+)\/txids/.exec(path) ?? []
  if (block !== undefined && Number(block) <= round - state.behind) return json({ blockTxids: [] })
  if (path === '/v2/status') return json({ ...STATUS, 'last-round': round })
  if (path === '/v2/transactions/params') return json({ ...PARAMS, 'last-round': round })
  if (path === '/v2/transactions/simulate') {
    return packed({ version: 2, 'last-round': round, 'txn-groups': [{ 'txn-results': [] }] })
  }
  if (path.startsWith('/v2/transactions/pending') && query.includes('format=json')) {
    if (state.isConfirmed) return json({ 'confirmed-round': round, 'pool-error': '' })
    return void response.writeHead(404).end('{"message":"transaction not found"}')
  }
  if (path.startsWith('/v2/transactions/pending')) {
    const txn = { type: 'pay', snd: new Uint8Array(32), fv: 1, lv: 2 }
    return packed({ 'confirmed-round': round, 'pool-error': '', txn: { txn } })
  }
  if (path !== '/v2/transactions') return void response.writeHead(404).end('{}')
  try {
    ledger?.submit(sent)
  } catch (thrown) {
    return void response.writeHead(400).end(JSON.stringify({ message: String(thrown) }))
  }
  if (ledger) state.round += 1
  state.submitted += 1
  return json({ txId: 'TAKEN' })
}

const STATUS = {
  'last-version': 'x',
  'next-version': 'x',
  'next-version-round': 1,
  'next-version-supported': true,
  'time-since-last-round': 1,
  'catchup-time': 0,
  'stopped-at-unsupported-round': false,
}
const PARAMS = {
  'consensus-version': 'x',
  fee: 0,
  'genesis-hash': ALGORAND_MAINNET_GENESIS_HASH,
  'genesis-id': 'mainnet-v1.0',
  'min-fee': 1000,
}

const secretKey = (): string => freshPair().toString('base64')
