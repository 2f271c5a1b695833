import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ALGORAND_MAINNET_GENESIS_HASH, toClientAvmSigner, toFacilitatorAvmSigner } from '@x402/avm'
import { ExactAvmScheme as AvmBuyer } from '@x402/avm/exact/client'
import { ExactAvmScheme as AvmFacilitator } from '@x402/avm/exact/facilitator'
import { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'

export const ALGORAND = 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8='

/** An algod that takes every well-formed group, and knows what round it is. */
export interface TestAlgod {
  readonly url: string
  readonly payTo: string
  /** The stock client, with a wallet. */
  readonly client: x402Client
  readonly facilitator: x402Facilitator
  /** Groups that were submitted. */
  readonly submitted: () => number
  /** Whether it says of every transaction that it is on the chain, or of none. */
  confirm(confirmed: boolean): void
  /** Rounds go by. */
  pass(rounds: number): void
  mute(silent: boolean): void
  close(): Promise<void>
}

const require = createRequire(import.meta.url)
const msgpack = createRequire(require.resolve('@x402/avm'))('algorand-msgpack') as {
  encode(value: unknown): Uint8Array
}

export async function startAlgod(): Promise<TestAlgod> {
  const state = { round: 53_000_000, submitted: 0, isSilent: false, isConfirmed: true }
  const server = createServer((request, response) => {
    answer(state, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const nodes = { mainnetUrl: url, testnetUrl: url }
  const wallet = toClientAvmSigner(secretKey())
  const settler = new AvmFacilitator(toFacilitatorAvmSigner(secretKey(), nodes))
  const buyer = new AvmBuyer(wallet, { algodUrl: url })
  return {
    url,
    payTo: toClientAvmSigner(secretKey()).address,
    client: new x402Client().register('algorand:*', buyer),
    facilitator: new x402Facilitator().register([ALGORAND], settler),
    submitted: () => state.submitted,
    confirm(confirmed) {
      state.isConfirmed = confirmed
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

interface State {
  round: number
  submitted: number
  isSilent: boolean
  isConfirmed: boolean
}

async function answer(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await buffer(request)
  if (state.isSilent) return void response.destroy()
  const { round } = state
  const [path = '', query = ''] = String(request.url).split('?')
  const json = (body: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const packed = (body: unknown) => {
    response.writeHead(200, { 'content-type': 'application/msgpack' }).end(msgpack.encode(body))
  }
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

function secretKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const bytes = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]
  return Buffer.concat(bytes).toString('base64')
}
