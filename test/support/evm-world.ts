import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  encodeFunctionData,
  keccak256,
  namehash,
  parseAbi,
  toHex,
  encodeAbiParameters,
  pad,
  parseAbiParameters,
  type Hex,
} from 'viem'
import { createClient } from '../../src/outside/net/request.ts'
import { EVM_NETWORKS, nodeSettingOf } from '../../src/engines/onchain/chains/evm-networks.ts'
import { rpc as askNode, startAnvil } from '../../src/service/sandbox/anvil.ts'
import { endsWithRun } from './children.ts'
import { plantToken } from '../../src/service/sandbox/token.ts'
import { answering } from './contracts/answers.ts'
import { plantFlags } from './evm-flags.ts'

/** One anvil that plays every EVM network: contracts stand where the real ones stand. */
export interface EvmWorld {
  /** Settings that lead every network here. */
  readonly settings: Readonly<Record<string, string>>
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Sends from one of anvil's own accounts; answers the hash. */
  send(call: {
    readonly to?: string
    readonly data?: string
    readonly value?: bigint
    readonly from?: string
  }): Promise<Hex>
  /** The same by the signature of a function, mined. */
  run(
    to: string,
    signature: string,
    args?: readonly unknown[],
    more?: { readonly value?: bigint; readonly from?: string },
  ): Promise<Hex>
  /** A transaction stands in a block a moment after it was sent. */
  mined(hash: string): Promise<void>
  plant(address: string, contract: string): Promise<void>
}

export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const ETHEREUM_USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const BASE_WETH = '0x4200000000000000000000000000000000000006'
export const FEE_TOKEN = '0x00000000000000000000000000000000000Fee00'.toLowerCase()
export const TROUBLES = '0x0000000000000000000000000000000000077000'
export const PROXY = '0x0000000000000000000000000000000000196700'
export const PLAIN = '0x0000000000000000000000000000000000b1a100'
/** A token with dangerous powers, whose source is verified; tests plant it. */
export const DANGER = '0x000000000000000000000000000000000000DA01'
export const OLD = '0x0000000000000000000000000000000000001d00'
export const PIECES = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
/** A folder of metadata, as the stand-in of the gateway has it. */
export const PIECE_CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const ENS = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const BASE_NAMES = '0xB94704422c2a1E396835A571837Aa5AE53285a95'
const ENS_REGISTRAR = '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85'
const BASE_REGISTRAR = '0x03c4738Ee98aE44591e1A4A4F3CaB6641d95DD9a'
const FACTORY_3 = '0x33128a8fC17869897dcE68Ed026d694621f6FDfD'
const QUOTER = '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a'
/** Feeds of Base as the stand-in of their directory names them. */
export const FEEDS = {
  eth: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
  usdc: '0x7e860098F58bBFC8648a4311b374B1D669a2bc6B',
  eur: '0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F',
  sol: '0x975043adBb80fc32276CbF9Bbcfd4A601a12462D',
  sequencer: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433',
  ethMainnet: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  usdcMainnet: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
} as const
/** A Safe of two owners, both of whom must sign. */
export const SAFE = '0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE'
export const SINGLETON = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
const GUARD_SLOT = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8'
/** What an OP stack takes for data, whatever its size. */
const DATA_ORACLE = '0x420000000000000000000000000000000000000F'
export const DATA_FEE_WEI = 1_234_567_890_123n
const POOL = '0xd0b53D9277642d899DF5C87A3966A349A798F224'
const THIN_POOL = '0x0000000000000000000000000000000000b00100'
/** The moment of the first block; each block is a second later than the one before. */
export const GENESIS = '2026-01-01T00:00:00Z'
export const AT = '2026-01-01T00:10:00Z'
/** What examples call the transaction that pays the fee token. */
export const EXAMPLE_TX = `0x${'1'.padStart(64, '0')}`

const MINED_MS = 15_000

type Bytecode = Readonly<Record<string, string>>
const CONTRACTS = new URL('./contracts/odd.json', import.meta.url)

export async function startEvmWorld(): Promise<EvmWorld> {
  const client = createClient({ policy: 'trusted' })
  const path = process.env['PATH'] ?? ''
  const flags = ['--timestamp', String(Date.parse(GENESIS) / 1_000)]
  const anvil = await startAnvil({ chainId: 8453, binary: null, path, flags }, client)
  endsWithRun(anvil.pid)
  const ask = (method: string, params: readonly unknown[] = []) =>
    askNode(client, anvil.url, method, params)
  const code = JSON.parse(await readFile(CONTRACTS, 'utf8')) as Bytecode
  const send: EvmWorld['send'] = async ({ from = ALICE, value = 0n, ...call }) =>
    (await ask('eth_sendTransaction', [
      { from, value: toHex(value), gas: toHex(3_000_000), ...call },
    ])) as Hex
  const mined = async (hash: string): Promise<void> => {
    const until = Date.now() + MINED_MS
    while ((await ask('eth_getTransactionReceipt', [hash])) === null)
      if (Date.now() > until) throw new Error('the transaction is not mined')
  }
  const world = {
    rpc: ask,
    send,
    mined,
    plant: async (address: string, contract: string) =>
      void (await ask('anvil_setCode', [address, code[contract]])),
    run: async (
      to: string,
      signature: string,
      args: readonly unknown[] = [],
      more: { value?: bigint; from?: string } = {},
    ) => {
      const texts: readonly string[] = [`function ${signature}`]
      const abi: unknown = parseAbi(texts)
      const hash = await send({ to, data: encodeFunctionData({ abi, args } as never), ...more })
      await mined(hash)
      return hash
    },
  }
  await plantFlags(ask)
  await ask('anvil_setBlockTimestampInterval', [1])
  const usdc = { domain: { name: 'USD Coin', version: '2' } }
  for (const asset of [BASE_USDC, ETHEREUM_USDC])
    await plantToken(client, anvil.url, { ...usdc, asset } as never, {
      [ALICE]: 500_000_000_000n,
      [POOL]: 50_000_000_000n,
      [THIN_POOL]: 100_000_000n,
    })
  const example = await furnish(world)
  return { ...world, settings: await openFront(anvil.url, example) }
}

type Furnished = Omit<EvmWorld, 'settings'>

/** Everything that the examples look at; answers the hash of the transaction that they inspect. */
async function furnish(world: Furnished): Promise<Hex> {
  const { plant, run, rpc } = world
  const named = [
    [BASE_WETH, 'PlainToken'],
    [PLAIN, 'PlainToken'],
    [FEE_TOKEN, 'FeeToken'],
    [TROUBLES, 'Troubles'],
    [PROXY, 'Proxy'],
    [OLD, 'OldToken'],
    [PIECES, 'Piece'],
    [ENS, 'Names'],
    [BASE_NAMES, 'Names'],
    [ENS_REGISTRAR, 'Names'],
    [BASE_REGISTRAR, 'Names'],
    [FACTORY_3, 'Factory3'],
    [POOL, 'Pool3'],
    [THIN_POOL, 'Pool3'],
    [QUOTER, 'Quoter'],
  ] as const
  await Promise.all(named.map(([address, contract]) => plant(address, contract)))
  await Promise.all(Object.values(FEEDS).map((feed) => plant(feed, 'Feed')))
  const init = 'init(string, string, uint8, uint256, address)'
  await run(BASE_WETH, init, ['Wrapped Ether', 'WETH', 18, 10n ** 24n, ALICE])
  await run(PLAIN, init, ['Plain', 'PLN', 4, 10n ** 9n, ALICE])
  await run(PROXY, 'point(address)', [PLAIN])
  // Answers DATA_FEE_WEI to everything: PUSH8, MSTORE, RETURN.
  const fee = DATA_FEE_WEI.toString(16).padStart(16, '0')
  await rpc('anvil_setCode', [DATA_ORACLE, `0x67${fee}5f5260205ff3`])
  await run(PIECES, 'put(address, string)', [BOB, `ipfs://${PIECE_CID}/1`])
  await furnishMarkets(world)
  await furnishNames(world)
  await furnishSafe(world)
  await run(FEE_TOKEN, 'give(address, uint256)', [ALICE, 10n ** 21n])
  return run(FEE_TOKEN, 'transfer(address, uint256)', [BOB, 10n ** 18n])
}

async function furnishMarkets({ run }: Furnished): Promise<void> {
  const at = Date.parse(GENESIS) / 1_000
  const feed = 'put(uint8, int256, uint256, uint256)'
  await run(FEEDS.eth, feed, [8, 300_000_000_000n, BigInt(at), 0n])
  await run(FEEDS.ethMainnet, feed, [8, 300_000_000_000n, BigInt(at), 0n])
  await run(FEEDS.usdc, feed, [8, 99_980_000n, BigInt(at), 0n])
  await run(FEEDS.usdcMainnet, feed, [8, 99_980_000n, BigInt(at), 0n])
  await run(FEEDS.sol, feed, [8, 15_000_000_000n, BigInt(at), 0n])
  await run(FEEDS.eur, feed, [8, 117_000_000n, BigInt(at - 200_000), 0n])
  await run(FEEDS.sequencer, feed, [0, 0n, BigInt(at), BigInt(at - 86_400)])
  // token0 is WETH: 3,000 USDC for one is the tick -196,256 (price 1.0001^tick * 10^12).
  const put = 'put(address, address, uint24, uint160, int24, int24, uint128, bool)'
  const root = 4_339_505_179_874_779_489_431_521n
  await run(POOL, put, [BASE_WETH, BASE_USDC, 500, root, -196_256, -196_256, 10n ** 18n, false])
  await run(THIN_POOL, put, [PLAIN, BASE_USDC, 3000, 2n ** 96n, 0, 0, 1n, false])
  await run(BASE_WETH, 'put(address, uint256)', [POOL, 20n * 10n ** 18n])
  await run(PLAIN, 'put(address, uint256)', [THIN_POOL, 10n ** 6n])
  await run(FACTORY_3, 'put(address, address, uint24, address)', [BASE_WETH, BASE_USDC, 500, POOL])
  await run(FACTORY_3, 'put(address, address, uint24, address)', [
    PLAIN,
    BASE_USDC,
    3000,
    THIN_POOL,
  ])
  await run(QUOTER, 'put(address, address, uint24, uint256)', [
    BASE_WETH,
    BASE_USDC,
    500,
    3_000_000_000n,
  ])
  await run(QUOTER, 'put(address, address, uint24, uint256)', [
    BASE_WETH,
    BASE_USDC,
    3000,
    2_990_000_000n,
  ])
}

async function furnishSafe({ rpc }: Furnished): Promise<void> {
  const words = (types: string, values: readonly unknown[]): Hex =>
    encodeAbiParameters(parseAbiParameters(types) as never, values as never)
  const code = answering({
    'getOwners()': words('address[]', [[ALICE, BOB]]),
    'getThreshold()': words('uint256', [2n]),
    'nonce()': words('uint256', [7n]),
    'VERSION()': words('string', ['1.4.1']),
    'getModulesPaginated(address,uint256)': words('address[], address', [
      [PLAIN],
      toHex(1, { size: 20 }),
    ]),
  })
  await rpc('anvil_setCode', [SAFE, code])
  await rpc('anvil_setStorageAt', [SAFE, toHex(0, { size: 32 }), pad(SINGLETON)])
  await rpc('anvil_setStorageAt', [SAFE, GUARD_SLOT, pad(OLD)])
}

async function furnishNames({ run }: Furnished): Promise<void> {
  const reverse = namehash(`${ALICE.slice(2).toLowerCase()}.addr.reverse`)
  // Basenames have their own root of reverse records (ENSIP-19: 8453 as a coin type).
  const base = keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'bytes32' }],
      [namehash('80002105.reverse'), keccak256(toHex(ALICE.slice(2).toLowerCase()))],
    ),
  )
  const put = 'put(bytes32, address, string)'
  await run(ENS, put, [namehash('vitalik.eth'), ALICE, ''])
  await run(ENS, put, [reverse, ALICE, 'vitalik.eth'])
  await run(ENS, 'putText(bytes32, string, string)', [
    namehash('vitalik.eth'),
    'url',
    'https://vitalik.example',
  ])
  await run(BASE_NAMES, put, [namehash('alice.base.eth'), ALICE, ''])
  await run(BASE_NAMES, put, [base, ALICE, 'alice.base.eth'])
}

/** One address for each network: the chain then says the id of that one. */
async function openFront(nodeUrl: string, example: Hex) {
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const slug = (request.url ?? '').slice(1)
      const network = EVM_NETWORKS.find((one) => one.slug === slug)
      const body = (await text(request)).replaceAll(EXAMPLE_TX, example)
      const answer = await fetch(nodeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const said = (await answer.text()).replaceAll(example, EXAMPLE_TX)
      const sent = [JSON.parse(body) as { id: number; method: string }[]].flat()
      const ids = new Set(sent.filter(({ method }) => method === 'eth_chainId').map(({ id }) => id))
      const told = [JSON.parse(said) as { id: number; result?: unknown }[]].flat()
      const result = `0x${(network?.chainId ?? 0).toString(16)}`
      const patched = told.map((one) => (ids.has(one.id) ? { ...one, result } : one))
      response.setHeader('connection', 'close')
      response.end(JSON.stringify(body.startsWith('[') ? patched : patched[0]))
    }
    pass().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return Object.fromEntries(
    EVM_NETWORKS.map((one) => [nodeSettingOf(one), `http://127.0.0.1:${port}/${one.slug}`]),
  )
}

let started: Promise<EvmWorld> | undefined
/** One for all tests of a worker; they send new transactions, and change nothing of the above. */
export const evmWorld = (): Promise<EvmWorld> => (started ??= startEvmWorld())
