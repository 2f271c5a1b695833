import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { base58 } from '@scure/base'
import { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme as SvmBuyer } from '@x402/svm/exact/client'
import { ExactSvmScheme as SvmFacilitator } from '@x402/svm/exact/facilitator'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const FUNDS = 5_000_000n

/** Each of these packages brings a Solana library of its own, and speaks to no other. */
const require = createRequire(import.meta.url)
const own = createRequire(require.resolve('@x402/svm'))
const kit = own('@solana/kit') as { generateKeyPairSigner(): Promise<Signer> }
const token = own('@solana-program/token') as {
  readonly TOKEN_PROGRAM_ADDRESS: string
  findAssociatedTokenPda(seeds: object): Promise<readonly [string]>
}
const wire = createRequire(require.resolve('litesvm'))('@solana/kit') as {
  getTransactionDecoder(): { decode(bytes: Uint8Array): Parameters<LiteSVM['sendTransaction']>[0] }
  getSignatureFromTransaction(transaction: object): string
}

interface Signer {
  readonly address: string
}

/** A Solana chain behind JSON-RPC, with funded accounts. */
export interface TestSolana {
  readonly url: string
  readonly payTo: string
  readonly buyer: string
  /** The stock client, with a wallet that has money. */
  readonly client: x402Client
  /** The reference facilitator, which pays the fees. */
  readonly facilitator: x402Facilitator
  readonly feePayer: string
  readonly asked: readonly string[]
  received(): Promise<bigint>
  /** Opens the token account of an address, with that much in it. */
  fund(address: string, units: bigint): Promise<void>
  held(address: string): Promise<bigint>
  /** Somebody with an empty token account. */
  stranger(): Promise<string>
  slot(): number
  blockhash(): string
  /** Blocks go by until every blockhash of before is dead. */
  expire(): void
  /** From now on, it answers nothing. */
  mute(silent: boolean): void
  close(): Promise<void>
}

interface RpcRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly never[]
}

export async function startSolana(): Promise<TestSolana> {
  const chain = new LiteSVM()
  const [payer, feePayer, seller] = await Promise.all([
    kit.generateKeyPairSigner(),
    kit.generateKeyPairSigner(),
    kit.generateKeyPairSigner(),
  ])
  chain.airdrop(feePayer.address as never, 10_000_000_000n as never)
  put(chain, MINT, mintData(feePayer.address))
  const state: ChainState = { chain, done: new Map(), owners: new Map(), slot: 1 }
  const fund = async (address: string, units: bigint): Promise<void> => {
    const account = await tokenAccountOf(address)
    put(chain, account, tokenData(address, units))
    state.owners.set(account, address)
  }
  const held = async (address: string) => amountIn(chain, await tokenAccountOf(address))
  await fund(payer.address, FUNDS)
  await fund(seller.address, 0n)

  const asked: string[] = []
  let isSilent = false
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      if (isSilent) return response.destroy()
      const { id, method, params } = sent as RpcRequest
      asked.push(method)
      response.setHeader('content-type', 'application/json')
      const answer = answerOf(state, method, params)
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signer = toFacilitatorSvmSigner(feePayer as never, { defaultRpcUrl: url })
  return {
    url,
    asked,
    payTo: seller.address,
    buyer: payer.address,
    feePayer: feePayer.address,
    client: new x402Client().register('solana:*', new SvmBuyer(payer as never, { rpcUrl: url })),
    facilitator: new x402Facilitator().register([SOLANA], new SvmFacilitator(signer)),
    received: () => held(seller.address),
    fund,
    held,
    async stranger() {
      const { address } = await kit.generateKeyPairSigner()
      await fund(address, 0n)
      return address
    },
    slot: () => state.slot,
    blockhash: () => chain.latestBlockhash(),
    expire() {
      chain.expireBlockhash()
      state.slot += LIFE_SLOTS
    },
    mute(silent) {
      isSilent = silent
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface ChainState {
  readonly chain: LiteSVM
  /** By signature, the oldest first. */
  readonly done: Map<string, Done>
  /** Of token accounts. */
  readonly owners: Map<string, string>
  slot: number
}

const LIFE_SLOTS = 150

interface Done {
  /** As it was sent, in base64. */
  readonly text: string
  /** Null for what went well. */
  readonly err: unknown
  readonly slot: number
  readonly before: readonly TokenBalance[]
  readonly after: readonly TokenBalance[]
}

interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly uiTokenAmount: { readonly amount: string }
}

function answerOf(state: ChainState, method: string, params: readonly never[]): object {
  const handler = METHODS[method]
  const { minContextSlot = 0 } = (params.at(-1) ?? {}) as { readonly minContextSlot?: number }
  if (minContextSlot > state.slot)
    return { error: { code: -32_016, message: 'Minimum context slot has not been reached' } }
  if (!handler) return { error: { code: -32_601, message: `no ${method} here` } }
  return { result: handler(state, ...params) }
}

const METHODS: Readonly<Record<string, (state: ChainState, ...params: never[]) => unknown>> = {
  getAccountInfo({ chain, slot }, address: never) {
    const context = { slot }
    const account = chain.getAccount(address) as {
      exists: boolean
      data: Uint8Array
      executable: boolean
      lamports: bigint
      programAddress: string
    }
    if (!account.exists) return { context, value: null }
    const { data, executable, lamports, programAddress: owner } = account
    const encoded = [Buffer.from(data).toString('base64'), 'base64']
    const rest = { executable, lamports: Number(lamports), owner, rentEpoch: 0, space: data.length }
    return { context, value: { data: encoded, ...rest } }
  },
  getLatestBlockhash: ({ chain, slot }) => ({
    context: { slot },
    value: { blockhash: chain.latestBlockhash(), lastValidBlockHeight: 150 },
  }),
  isBlockhashValid: ({ chain, slot }, blockhash: string) => ({
    context: { slot },
    value: blockhash === chain.latestBlockhash(),
  }),
  simulateTransaction({ chain, slot }, text: string, options: { sigVerify?: boolean } | undefined) {
    chain.withSigverify(options?.sigVerify === true)
    const outcome = chain.simulateTransaction(decoded(text))
    chain.withSigverify(true)
    const err = outcome instanceof FailedTransactionMetadata ? outcome.toString() : null
    const nothing = { logs: [], accounts: null, returnData: null, innerInstructions: null }
    return { context: { slot }, value: { err, unitsConsumed: 0, ...nothing } }
  },
  sendTransaction(state, text: string) {
    const { chain, done } = state
    const transaction = decoded(text)
    const signature = wire.getSignatureFromTransaction(transaction)
    const before = balancesOf(state)
    const outcome = chain.sendTransaction(transaction)
    const failed = outcome instanceof FailedTransactionMetadata
    const err = failed ? { InstructionError: [0, outcome.toString()] } : null
    state.slot += 1
    // A message that was taken is not taken again, and what it did stays.
    if (!done.has(signature))
      done.set(signature, { text, err, slot: state.slot, before, after: balancesOf(state) })
    return signature
  },
  getSignaturesForAddress({ done }, address: string, { limit, before }: Page) {
    const own = [...done].toReversed().filter(([, { text }]) => names(text, address))
    const from = own.findIndex(([signature]) => signature === before) + 1
    return own.slice(from, from + limit).map(([signature, { err, slot, text }]) => ({
      signature,
      err,
      slot,
      memo: memoIn(text),
    }))
  },
  getFirstAvailableBlock: () => 0,
  getTransaction({ done }, signature: string) {
    const found = done.get(signature)
    if (!found) return null
    const { err, before: preTokenBalances, after: postTokenBalances } = found
    const meta = { err, preTokenBalances, postTokenBalances }
    return { slot: found.slot, transaction: [found.text, 'base64'], meta }
  },
  getSignatureStatuses: ({ done, slot }, signatures: readonly string[]) => ({
    context: { slot },
    value: signatures.map((signature) =>
      done.has(signature)
        ? {
            slot: 1,
            confirmations: 10,
            err: done.get(signature)?.err,
            confirmationStatus: 'confirmed',
            status: { Ok: null },
          }
        : null,
    ),
  }),
}

interface Page {
  readonly limit: number
  readonly before?: string
}

const names = (text: string, address: string): boolean =>
  Buffer.from(text, 'base64').includes(Buffer.from(base58.decode(address)))

/** As nodes list it: its length, and its text, which is the last of a payment. */
function memoIn(text: string): string | null {
  const written = /[\x20-\x7e]{4,}\0$/.exec(Buffer.from(text, 'base64').toString('latin1'))?.[0]
  const memo = written?.slice(0, -1).slice(-32)
  return memo === undefined ? null : `[${memo.length}] ${memo}`
}

const amountIn = (chain: LiteSVM, account: string): bigint => {
  const found = chain.getAccount(account as never) as { exists: boolean; data: Uint8Array }
  return found.exists ? Buffer.from(found.data).readBigUInt64LE(64) : 0n
}

const balancesOf = ({ chain, owners }: ChainState): readonly TokenBalance[] =>
  [...owners].map(([account, owner], accountIndex) => ({
    accountIndex,
    mint: MINT,
    owner,
    uiTokenAmount: { amount: String(amountIn(chain, account)) },
  }))

const decoded = (text: string) =>
  wire.getTransactionDecoder().decode(new Uint8Array(Buffer.from(text, 'base64')))

async function tokenAccountOf(owner: string): Promise<string> {
  const tokenProgram = token.TOKEN_PROGRAM_ADDRESS
  return (await token.findAssociatedTokenPda({ mint: MINT, owner, tokenProgram }))[0]
}

function put(chain: LiteSVM, address: string, data: Buffer): void {
  const account = {
    address,
    data: new Uint8Array(data),
    executable: false,
    lamports: 10_000_000n,
    programAddress: token.TOKEN_PROGRAM_ADDRESS,
    space: BigInt(data.length),
  }
  chain.setAccount(account as never)
}

/** A token of six decimals, as the token program keeps it. */
function mintData(authority: string): Buffer {
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  data.set(base58.decode(authority), 4)
  data.writeBigUInt64LE(10n ** 15n, 36)
  data[44] = 6
  data[45] = 1
  return data
}

function tokenData(owner: string, amount: bigint): Buffer {
  const data = Buffer.alloc(165)
  data.set(base58.decode(MINT), 0)
  data.set(base58.decode(owner), 32)
  data.writeBigUInt64LE(amount, 64)
  data[108] = 1
  return data
}
