import { afterEach, expect, test } from 'vitest'
import { callContext } from '../../../test/support/call-context.ts'
import { standIn } from '../../../test/support/upstreams/define.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Host } from '../../base/core/capability.ts'
import { evm } from './evm.ts'

/** Nodes whose every answer is written here; the tests of the tools use real chains. */
const NOW = Date.parse('2026-01-01T00:00:00Z')
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Says = (method: string, params: readonly unknown[]) => unknown
interface Script {
  readonly chainId?: number
  readonly head?: number
  readonly ageSeconds?: number
  readonly hash?: () => string
  readonly says?: Says
}

const word = (text: string) => `0x${text.repeat(64).slice(0, 64)}`

function block(number: number, { ageSeconds = 0, hash = () => word('a') }: Script) {
  return {
    number: `0x${number.toString(16)}`,
    hash: hash(),
    parentHash: word('b'),
    timestamp: `0x${(NOW / 1_000 - ageSeconds).toString(16)}`,
    gasUsed: '0x0',
    gasLimit: '0x1c9c380',
    transactions: [],
  }
}

/** A node, and the bodies that it received. */
async function node(script: Script = {}) {
  const bodies: unknown[] = []
  const { head = 100 } = script
  const answer = (method: string, params: readonly unknown[]): unknown => {
    const said = script.says?.(method, params)
    if (said !== undefined) return said
    if (method === 'eth_chainId') return { result: `0x${(script.chainId ?? 8453).toString(16)}` }
    if (method !== 'eth_getBlockByNumber') return { error: { code: -32_601, message: 'no method' } }
    const number = params[0] === 'latest' ? head : Number(params[0])
    return { result: number > head ? null : block(number, script) }
  }
  const { url } = (await standIn({
    at: 'url',
    answer({ body }) {
      const sent = JSON.parse(body) as Rpc | Rpc[]
      bodies.push(sent)
      const told = [sent].flat().map(({ id, method, params }) => ({
        jsonrpc: '2.0',
        id,
        ...(answer(method, params) as object),
      }))
      return Array.isArray(sent) ? told : told[0]
    },
  })()) as { url: string }
  return { url, bodies }
}

interface Rpc {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

function base(...urls: readonly string[]) {
  const host = {
    now: () => NOW,
    setting: (name: string) => (name === 'EVM_RPC_BASE_URL' ? urls.join(',') : undefined),
    onClose: (close: () => Promise<void>) => void closing.push(close),
  } as unknown as Host
  return evm.open(host)(callContext()).on('base')
}

const fault = (asked: Promise<unknown>): Promise<Fault> =>
  asked.then(
    () => Promise.reject(new Error('it answered')),
    (thrown: unknown) => thrown as Fault,
  )

test('reads of one turn are sent as a batch, all for one block', async () => {
  const says: Says = (method) => (method === 'eth_getBalance' ? { result: '0x7' } : undefined)
  const { url, bodies } = await node({ says })
  const state = await base(url).at()
  expect(await Promise.all([state.balance(word('1')), state.balance(word('2'))])).toEqual([7n, 7n])
  const [, batch] = bodies as [unknown, Rpc[]]
  expect(batch.map(({ params }) => params[1])).toEqual(['0x64', '0x64'])
})

test('a node of another chain, and one that fails, are skipped', async () => {
  const wrong = await node({ chainId: 1 })
  const good = await node({ head: 7 })
  const state = await base(wrong.url, 'http://127.0.0.1:1', good.url).at()
  expect(state.block.number).toBe(7)
  expect(await fault(base(wrong.url).at())).toMatchObject({ code: 'upstream_failed' })
  expect(await fault(base('http://127.0.0.1:1').at())).toMatchObject({
    code: 'upstream_unreachable',
    message: 'EVM node of Base cannot be reached.',
  })
})

test('a node that is behind is replaced by one that is not', async () => {
  const late = await node({ head: 50, ageSeconds: 600 })
  const good = await node({ head: 90 })
  expect((await base(late.url, good.url).at()).block.number).toBe(90)
  expect((await base(late.url).at()).block.number).toBe(50)
})

test('a refusal of the chain is an answer; what a node lacks, the next is asked', async () => {
  const says: Says = (method, params) => {
    if (method !== 'eth_call') return undefined
    const { data } = params[0] as { data: string }
    if (data === '0x01')
      return { error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } }
    return { error: { code: -32_000, message: 'missing trie node 1234' } }
  }
  const pruned = await node({ says })
  const whole = await node({
    says: (method) => (method === 'eth_call' ? { result: '0x2a' } : undefined),
  })
  const state = await base(pruned.url, whole.url).at()
  const to = `0x${'1'.repeat(40)}`
  expect(await state.call({ to, data: '0x01' })).toEqual({
    isOk: false,
    data: '0x08c379a0',
    message: 'execution reverted',
  })
  expect(await state.call({ to, data: '0x02' })).toEqual({ isOk: true, data: '0x2a' })
  const alone = await base(pruned.url).at()
  expect(await fault(alone.call({ to, data: '0x02' }))).toMatchObject({ code: 'upstream_failed' })
})

/** What nodes say of a block or state that they do not have: one form for each client. */
const LACKING = [
  [
    'Geth, hash scheme',
    -32_000,
    `missing trie node ${'e5'.repeat(32)} (path ) state 0x1 is not available`,
  ],
  ['Geth, 1.16', -32_000, `state ${word('6')} is not available`],
  ['Geth, path scheme', -32_000, `historical state ${'6c'.repeat(32)} is not available`],
  ['Geth, while it indexes', -32_000, 'transaction indexing is in progress'],
  ['Reth', -32_000, 'State at block #3 is pruned'],
  ['Nethermind', -32_002, `No state available for block 36600 (${word('9')})`],
  ['Nethermind, a block to come', -32_000, '68719476735 could not be found'],
] as const

test.each(LACKING)('what a node lacks, the next is asked: %s', async (_client, code, message) => {
  const isRead = (method: string) => /^eth_(call|getBalance|getTransactionByHash)$/.test(method)
  const lacks: Says = (method) => (isRead(method) ? { error: { code, message } } : undefined)
  const has: Says = (method) => (isRead(method) ? { result: '0x7' } : undefined)
  const [lacking, whole] = [await node({ says: lacks }), await node({ says: has })]
  const to = `0x${'1'.repeat(40)}`
  const chain = base(lacking.url, whole.url)
  expect(await (await chain.at()).balance(to)).toBe(7n)
  expect(await (await chain.at()).call({ to, data: '0x01' })).toEqual({ isOk: true, data: '0x7' })
  expect(await chain.ask('eth_getTransactionByHash', [word('1')])).toEqual({ result: '0x7' })
  const alone = base(lacking.url)
  const call = (await alone.at()).call({ to, data: '0x01' })
  expect(await fault(call)).toMatchObject({ code: 'upstream_failed' })
  expect(await fault(alone.transaction(word('1')))).toMatchObject({ code: 'upstream_failed' })
})

/** What the chain says of a call: an answer, though its words are also those of a busy node. */
const STOPPED = [
  [3, 'execution reverted: rate limit of the vault', '0x08c379a0'],
  [-32_015, 'VM execution error.', undefined],
  [-32_000, 'execution reverted: over capacity', undefined],
  [-32_000, 'out of gas', undefined],
  [-32_000, 'invalid opcode: INVALID', undefined],
  [-32_000, 'EVM error: InvalidJump', undefined],
  [-32_000, 'insufficient funds for gas * price + value: address 0x1 have 0 want 1', undefined],
] as const

test.each(STOPPED)(
  'a call that the chain stops is an answer: %d %s',
  async (code, message, data) => {
    const stops: Says = (method) =>
      method === 'eth_call' ? { error: { code, message, ...(data && { data }) } } : undefined
    const second = await node({ says: () => ({ result: '0x2105' }) })
    const state = await base((await node({ says: stops })).url, second.url).at()
    const said = await state.call({ to: `0x${'1'.repeat(40)}`, data: '0x01' })
    expect(said).toEqual({ isOk: false, message, data: data ?? null })
    expect(second.bodies).toEqual([])
  },
)

test('words of a node that nobody knows are no fact about the chain', async () => {
  const odd: Says = (method) =>
    /^eth_(call|getTransaction)/.test(method)
      ? { error: { code: -32_000, message: 'the moon is in the wrong house' } }
      : undefined
  const chain = base((await node({ says: odd })).url)
  const called = (await chain.at()).call({ to: `0x${'1'.repeat(40)}`, data: '0x01' })
  expect(await fault(called)).toMatchObject({
    code: 'upstream_failed',
    message: 'EVM node of Base refused eth_call: the moon is in the wrong house',
  })
  expect(await fault(chain.transaction(word('1')))).toMatchObject({ code: 'upstream_failed' })
})

const log = (number: number) => ({
  address: `0x${'1'.repeat(40)}`,
  topics: [word('c')],
  data: '0x',
  blockNumber: `0x${number.toString(16)}`,
  transactionHash: word('d'),
  logIndex: '0x0',
})

test('ranges of logs are split if the node refuses them', async () => {
  const spans: number[] = []
  const says: Says = (method, params) => {
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = params[0] as Record<string, string>
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    if (to - from >= 300) return { error: { code: -32_602, message: 'block range is too wide' } }
    spans.push(to - from + 1)
    return { result: [11, 400, 999].filter((at) => at >= from && at <= to).map(log) }
  }
  const { url } = await node({ head: 1_000, says })
  const state = await base(url).at()
  const whole = await state.logs({ fromBlock: 0, toBlock: 1_000, max: 10 })
  expect(whole).toMatchObject({ isWhole: true, readTo: 1_000 })
  expect(whole.logs.map(({ blockNumber }) => blockNumber)).toEqual([11, 400, 999])
  expect(spans.reduce((sum, one) => sum + one)).toBe(1_001)
  const cut = await state.logs({ fromBlock: 0, toBlock: 1_000, max: 1 })
  expect(cut).toMatchObject({ isWhole: false })
})

test('a block that the chain drops meanwhile is a fault', async () => {
  let asked = 0
  const says: Says = (method) => (method === 'eth_getLogs' ? { result: [] } : undefined)
  const { url } = await node({ says, hash: () => word(asked++ === 0 ? 'a' : 'f') })
  const state = await base(url).at()
  expect(await state.isCanonical()).toBe(false)
  expect(await fault(state.logs({ fromBlock: 1, toBlock: 2, max: 1 }))).toMatchObject({
    code: 'upstream_failed',
    message: expect.stringContaining('dropped block 100'),
  })
})

test('an unknown network names the field and what is allowed', () => {
  const open = evm.open({ onClose: () => {} } as unknown as Host)(callContext())
  expect(() => open.on('mars')).toThrow(/network: mars is not known; the networks are base, /)
})
