import { createRequire } from 'node:module'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi, parseSignature, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import txInspect from '../../src/goods/tools/crypto/chain/tx-inspect.ts'
import {
  ALICE,
  BASE_USDC,
  BOB,
  evmWorld,
  FEE_TOKEN,
  PROXY,
  TROUBLES,
} from '../support/evm-world.ts'
import { runExample } from '../support/run-tool.ts'
import { comparison, write } from './_compare.ts'

/**
 * Transactions of odd kinds on a local chain: what tx-inspect sums up, against the balances that
 * the chain itself has before and after, and the calls, against ethers where the folder that
 * `ETHERS_FROM` names has it: `ETHERS_FROM=/folder node run.mjs test/reference/chains.ts 2000`.
 */
const COUNT = Number(process.argv[2] ?? 2_000)
const PERCENT_FAILING = 8
const ABI = [
  'function transfer(address to, uint256 amount)',
  'function multicall(bytes[] data)',
  'function two()',
  'function end(address to)',
  'function text()',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferFrom(address from, address to, uint256 amount)',
]
/** A token with permits (EIP-2612), whose holder is the first account of anvil. */
const PERMIT_TOKEN = '0x0000000000000000000000000000000000b26120'
const HOLDER = mnemonicToAccount('test test test test test test test test test test test junk')
const DEADLINE = 2n ** 40n
const abi: unknown = parseAbi(ABI as never)
const data = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi, functionName, args } as never)

const world = await evmWorld()
const people = Array.from({ length: 5 }, (_, at) => `0x${String(at + 1).padStart(40, 'a')}`)
let seed = 17
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed % below
}

async function balance(token: string | null, who: string, block: number): Promise<bigint> {
  const tag = `0x${block.toString(16)}`
  if (token === null) return BigInt((await world.rpc('eth_getBalance', [who, tag])) as string)
  const call = { to: token, data: `0x70a08231${who.slice(2).toLowerCase().padStart(64, '0')}` }
  return BigInt((await world.rpc('eth_call', [call, tag])) as string)
}

/** The chain answers the hash a moment before the block. */
async function blockOf(hash: string): Promise<number> {
  for (;;) {
    const receipt = await world.rpc('eth_getTransactionReceipt', [hash])
    if (receipt !== null) return Number((receipt as { blockNumber: string }).blockNumber)
  }
}

interface Sent {
  readonly to: string
  readonly from?: string
  /** What the holder lets somebody spend. */
  readonly permits?: { readonly spender: string; readonly value: bigint }
  readonly data?: string
  readonly value?: bigint
  /** Whose balances are looked at, and of what; null for the native coin. */
  readonly token: string | null
  readonly fails?: boolean
}

const KINDS: readonly (() => Sent | Promise<Sent>)[] = [
  () => moved(BASE_USDC),
  () => moved(FEE_TOKEN),
  () => moved(PROXY),
  () => ({ to: people[random(5)]!, value: BigInt(random(1_000_000)), token: null }),
  () => ({
    to: TROUBLES,
    data: data('multicall', [Array.from({ length: random(4) }, () => data('two', []))]),
    token: null,
  }),
  async () => {
    const mortal = `0x${(0xdead_0000 + random(65_536)).toString(16).padStart(40, '0')}`
    await world.plant(mortal, 'Troubles')
    return { to: mortal, data: data('end', [BOB]), token: null }
  },
  () => ({ to: TROUBLES, data: data('text', []), token: null, fails: true }),
  permitted,
  spent,
]

const allowance = async (tag: string): Promise<bigint> =>
  BigInt(
    (await world.rpc('eth_call', [
      { to: PERMIT_TOKEN, data: `0xdd62ed3e${[HOLDER.address, BOB].map(wordOf).join('')}` },
      tag,
    ])) as string,
  )

const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

/** Sent by somebody else than the holder; some bear a signature for another amount, or are late. */
async function permitted(): Promise<Sent> {
  const said = await world.rpc('eth_call', [
    { to: PERMIT_TOKEN, data: `0x7ecebe00${wordOf(HOLDER.address)}` },
    'latest',
  ])
  const isForged = random(100) < PERCENT_FAILING
  const isLate = random(100) < PERCENT_FAILING
  const value = BigInt(random(1_000_000))
  const deadline = isLate ? 1n : DEADLINE
  const message = {
    owner: HOLDER.address,
    spender: BOB as Hex,
    value,
    nonce: BigInt(said as Hex),
    deadline,
  }
  const signature = await HOLDER.signTypedData({
    domain: { name: 'Permit Token', version: '1', chainId: 8453, verifyingContract: PERMIT_TOKEN },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: isForged ? { ...message, value: value + 1n } : message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const input = data('permit', [HOLDER.address, BOB, value, deadline, 27 + yParity, r, s])
  const fails = isForged || isLate
  const base = { to: PERMIT_TOKEN, from: BOB, data: input, token: PERMIT_TOKEN }
  return fails ? { ...base, fails } : { ...base, permits: { spender: BOB, value } }
}

/** What was permitted is spent by whom it was permitted, or more than that is asked for. */
async function spent(): Promise<Sent> {
  const left = await allowance('latest')
  const fails = random(100) < PERCENT_FAILING
  const amount = fails ? left + 1n : left === 0n ? 0n : BigInt(random(Number(left)))
  const input = data('transferFrom', [HOLDER.address, people[random(5)], amount])
  return { to: PERMIT_TOKEN, from: BOB, data: input, token: PERMIT_TOKEN, fails }
}

function moved(token: string): Sent {
  const fails = random(100) < PERCENT_FAILING
  const amount = fails ? 2n ** 200n : BigInt(random(1_000_000))
  return { to: token, data: data('transfer', [people[random(5)], amount]), token, fails }
}

interface Decoder {
  parseTransaction(sent: { data: string }): { signature: string; args: readonly unknown[] } | null
}
function decoderOf(): Decoder | null {
  const folder = process.env['ETHERS_FROM']
  if (folder === undefined) return null
  const { Interface } = createRequire(join(folder, 'package.json'))('ethers') as {
    Interface: new (abi: readonly string[]) => Decoder
  }
  return new Interface(ABI)
}

await world.run(PROXY, 'init(string, string, uint8, uint256, address)', [
  'P',
  'P',
  4,
  10n ** 12n,
  ALICE,
])
await world.plant(PERMIT_TOKEN, 'PermitToken')
await world.run(PERMIT_TOKEN, 'give(address, uint256)', [ALICE, 10n ** 24n])
const permits = comparison('permits with the allowance of the chain')
const sums = comparison('tx-inspect with the balances of the chain')
const calls = comparison('calls with ethers')
let unknown = 0
const decoder = decoderOf()
if (!decoder) write('ETHERS_FROM names no folder with ethers: calls are not compared')

for (let at = 0; at < COUNT; at += 1) {
  const sent = await KINDS[at % KINDS.length]!()
  const watched = [...people, BOB, sent.to, ...(sent.token === null ? [] : [ALICE])]
  const { to, from, data: input, value } = sent
  const hash = await world.send({
    to,
    ...(from && { from }),
    ...(input && { data: input }),
    ...(value && { value }),
  })
  const block = await blockOf(hash)
  const [before, after] = await Promise.all(
    [block - 1, block].map(async (each) =>
      Promise.all(watched.map(async (who) => balance(sent.token, who, each))),
    ),
  )
  const told = await runExample(txInspect, { txHash: hash })
  const ours = watched.map((who) =>
    String(told['status'] === 'success' ? sumOf(told, sent, who) : 0n),
  )
  const theirs = watched.map((_, place) => String((after![place] ?? 0n) - (before![place] ?? 0n)))
  sums.same({ at, to }, [told['status'] === 'reverted', ours], [sent.fails === true, theirs])
  if (sent.permits) {
    const [approval] = told['approvals'] as readonly Record<string, unknown>[]
    const there = await allowance(`0x${block.toString(16)}`)
    const ours = [approval?.['owner'], approval?.['spender'], approval?.['amountBase']]
    permits.same({ at, to }, ours, [HOLDER.address, sent.permits.spender, String(there)])
  }
  // A signature that nobody knows is told as such: that is no difference.
  if (told['method'] === null) {
    unknown += input === undefined ? 0 : 1
    continue
  }
  const parsed = input === undefined ? null : (decoder?.parseTransaction({ data: input }) ?? null)
  if (!parsed) continue
  const args = Object.values(told['args'] as object) as readonly unknown[]
  const plainly = [...parsed.args].map((one) =>
    typeof one === 'bigint' ? String(one) : typeof one === 'object' ? [...(one as [])] : one,
  )
  calls.same({ at, input }, [told['method'], args], [parsed.signature, plainly])
}
sums.close()
permits.close()
calls.close()
write(`${unknown} calls with a signature that tx-inspect says it does not know`)
process.exit()

/** What the answer says that an account has gained. */
function sumOf(told: Record<string, unknown>, { token, to }: Sent, who: string): bigint {
  const is = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
  if (token === null) {
    const units = String(told['valueNative']).split('.')
    const wei = BigInt((units[0] ?? '0') + (units[1] ?? '').padEnd(18, '0'))
    return is(to, who) ? wei : 0n
  }
  const transfers = told['transfers'] as {
    token: string
    from: string
    to: string
    amountBase: string
  }[]
  return transfers
    .filter((one) => is(one.token, token))
    .reduce((sum, one) => {
      const gained = is(one.to, who) ? BigInt(one.amountBase) : 0n
      return sum + gained - (is(one.from, who) ? BigInt(one.amountBase) : 0n)
    }, 0n)
}
