import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numberWord } from '../../../../engines/onchain/abi-words.ts'
import { checksummed, evmAddressProblem } from '../../../../engines/onchain/account-address.ts'
import {
  coinOfChain,
  contentOf,
  ensName,
  labelHash,
  recordAddress,
  type EnsName,
} from '../../../../engines/onchain/chains/ens-names.ts'
import { codec } from '../../../../engines/onchain/calldata/codec.ts'
import { line } from '../../../../base/lib/fields.ts'
import { web, type Web } from '../../../../outside/net/web.ts'
import { evm, type Evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'
import { BASE_NAMES, bytesIn, ETHEREUM_NAMES, resolverOf, type NameTree } from './_ens.ts'
import { addressIn, textIn, wholeIn } from '../../../../engines/onchain/chains/contract.ts'
import { isoOf } from './_blocks.ts'

const TEXTS = [
  'avatar',
  'url',
  'description',
  'email',
  'com.twitter',
  'com.github',
  'org.telegram',
  'com.discord',
] as const
const SOLANA = 501n
const COINS: readonly (readonly [name: string, coin: bigint])[] = [
  ['base', coinOfChain(8453)],
  ['optimism', coinOfChain(10)],
  ['arbitrum', coinOfChain(42_161)],
  ['polygon', coinOfChain(137)],
  ['solana', SOLANA],
]

export default defineTool({
  route: 'GET /api/ens-resolve',
  name: 'Resolve an ENS name',
  description:
    'ENS name or Basename to its address with records, or an address to its primary name.',
  asks: [
    'resolve an ens name to an ethereum address with its records',
    'primary name of a wallet on ens or basenames',
    'which address is vitalik.eth',
    'name of a wallet',
  ],
  price: '$0.001',
  uses: { evm, web },
  input: z.object({
    name: line(260).min(3).describe('A name such as vitalik.eth or jesse.base.eth, or an address.'),
  }),
  output: z.object({
    name: z
      .string()
      .nullable()
      .describe('Name in its normal form; null for an address without one.'),
    address: z.string().nullable().describe('Null if the name has no address.'),
    avatar: z
      .string()
      .nullable()
      .describe('Avatar record: a web address, an IPFS address or an NFT.'),
    textRecords: z.record(z.string(), z.string()),
    contentHash: z
      .string()
      .nullable()
      .describe('Content hash, such as ipfs://…; hex if its kind is unknown.'),
    primaryName: z
      .string()
      .nullable()
      .describe('Name that the address sets for itself, if that name resolves back to it.'),
    coinAddresses: z
      .record(z.string(), z.string())
      .describe('Addresses on other networks, where there are any.'),
    expired: z
      .boolean()
      .nullable()
      .describe('Whether the name has expired; null for a name that cannot expire.'),
    expiresIso: z.string().nullable(),
    offchain: z
      .boolean()
      .describe('Whether a gateway of its resolver was asked in addition to the chain.'),
    network: z.enum(['ethereum', 'base']).describe('Network that holds the name.'),
    blockNumber: z.int(),
  }),
  examples: [
    { input: { name: 'vitalik.eth' } },
    { input: { name: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } },
    { input: { name: 'alice.base.eth' } },
  ],

  async run({ name }, uses) {
    const trees = createTrees(uses)
    if (/^0x/i.test(name)) {
      const problem = evmAddressProblem(name)
      if (problem) throw badInput(`name: ${problem}.`)
      const address = checksummed(name)
      const found = [await primaryOf(address, ETHEREUM_NAMES, trees)]
      if (found[0] === null) found.push(await primaryOf(address, BASE_NAMES, trees))
      const primaryName = found.find((one) => one !== null) ?? null
      if (primaryName !== null) {
        const told = await recordsOf(primaryName, trees)
        if (told) return { ...told, address, primaryName: primaryName.name }
      }
      const { block } = await trees.state(ETHEREUM_NAMES)
      return { ...NOTHING, address, network: 'ethereum' as const, blockNumber: block.number }
    }
    const asked = name.includes('.') ? await ensName(name) : null
    if (!asked) throw badInput('name: must be a name such as vitalik.eth, or an address.')
    const told = await recordsOf(asked, trees)
    if (!told) throw notFound(`name: ${asked.name} is not registered, or has no resolver.`)
    const { address } = told
    const primary = address === null ? null : await primaryOf(address, treeOf(asked), trees)
    return { ...told, primaryName: primary?.name ?? null }
  },
})

const NOTHING = {
  name: null,
  avatar: null,
  textRecords: {},
  contentHash: null,
  primaryName: null,
  coinAddresses: {},
  expired: null,
  expiresIso: null,
  offchain: false,
}

interface Trees {
  state(tree: NameTree): Promise<EvmState>
  readonly web: Web
}

/** Each chain is read at one block, and only if it is needed. */
function createTrees({ evm, web }: { readonly evm: Evm; readonly web: Web }): Trees {
  const states = new Map<string, Promise<EvmState>>()
  return {
    web,
    state({ network }) {
      const state = states.get(network) ?? evm.on(network).at()
      states.set(network, state)
      return state
    },
  }
}

const treeOf = ({ name }: EnsName): NameTree =>
  name.endsWith('.base.eth') ? BASE_NAMES : ETHEREUM_NAMES

/** Null if nothing answers for the name. */
async function recordsOf(asked: EnsName, trees: Trees) {
  const tree = treeOf(asked)
  const state = await trees.state(tree)
  const resolver = await resolverOf(state, tree, asked, trees.web)
  if (!resolver) return null
  const node = asked.node.slice(2)
  // Asked alone first: only after it is it known whether a gateway is needed.
  const own = await resolver.ask(`0x3b3b57de${node}`)
  const optional = async (data: string) => resolver.ask(data).catch(nullIfTheirs)
  const [expires, content, texts, coins] = await Promise.all([
    expiryOf(asked, tree, state),
    optional(`0xbc1c58d1${node}`),
    Promise.all(TEXTS.map(async (key) => optional(await textQuestion(node, key)))),
    Promise.all(COINS.map(async ([, coin]) => optional(coinQuestion(node, coin)))),
  ])
  const told = await Promise.all(texts.map(async (data) => textIn(answered(data))))
  const textRecords = Object.fromEntries(
    TEXTS.flatMap((key, at) => (told[at] ? [[key, told[at]]] : [])),
  )
  const others = await Promise.all(coins.map(rawBytes))
  const coinAddresses = Object.fromEntries(
    COINS.flatMap(([name, coin], at) => {
      const bytes = others[at]
      const address = bytes ? recordAddress(coin === SOLANA ? 'solana' : 'evm', bytes) : null
      return address === null ? [] : [[name, address]]
    }),
  )
  const raw = await rawBytes(content)
  return {
    name: asked.name,
    address: own === null || own.length !== 66 ? null : addressIn(own),
    avatar: textRecords['avatar'] ?? null,
    textRecords,
    contentHash: raw ? contentOf(raw) : null,
    coinAddresses,
    expired: expires === null ? null : expires < state.block.timestamp,
    expiresIso: expires === null ? null : isoOf(expires),
    offchain: resolver.isOffchain(),
    network: tree.network,
    blockNumber: state.block.number,
  }
}

const answered = (data: string | null) =>
  data === null ? undefined : ({ isOk: true, data } as const)

async function rawBytes(data: string | null): Promise<Buffer | null> {
  const inner = data === null ? null : await bytesIn(data)
  return inner === null ? null : Buffer.from(inner.slice(2), 'hex')
}

async function textQuestion(node: string, key: string): Promise<string> {
  const { encodeAbiParameters } = await codec()
  const types = [{ type: 'bytes32' }, { type: 'string' }] as const
  return `0x59d1d43c${encodeAbiParameters(types, [`0x${node}`, key]).slice(2)}`
}

const coinQuestion = (node: string, coin: bigint): string => `0xf1cb7e06${node}${numberWord(coin)}`

const LATEST_SECONDS = 253_402_300_799

/** Until when a name directly below `eth` or `base.eth` is paid; null for all others. */
async function expiryOf({ name }: EnsName, tree: NameTree, state: EvmState) {
  const label = name.slice(0, -tree.parent.length - 1)
  if (label === '' || label.includes('.') || !name.endsWith(`.${tree.parent}`)) return null
  const id = numberWord(await labelHash(label))
  const seconds = wholeIn(await state.call({ to: tree.registrar, data: `0xd6e4fa86${id}` }))
  const isTime = seconds !== null && seconds > 0n && seconds <= BigInt(LATEST_SECONDS)
  return isTime ? Number(seconds) : null
}

/** Anybody may claim any name: only a name that resolves back counts. */
async function primaryOf(address: string, tree: NameTree, trees: Trees): Promise<EnsName | null> {
  const reverse = await ensName(`${address.slice(2).toLowerCase()}.${tree.reverse}`)
  const state = await trees.state(tree)
  const resolver = reverse && (await resolverOf(state, tree, reverse, trees.web))
  if (!resolver) return null
  const said = await textIn(answered(await resolver.ask(`0x691f3431${reverse.node.slice(2)}`)))
  const claimed = said ? await ensName(said) : null
  if (!claimed || claimed.name !== said) return null
  const home = treeOf(claimed)
  const forward = await resolverOf(await trees.state(home), home, claimed, trees.web)
  const own = await forward?.ask(`0x3b3b57de${claimed.node.slice(2)}`)
  return own?.length === 66 && addressIn(own) === address ? claimed : null
}
