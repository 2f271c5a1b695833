import { base58 } from '@scure/base'
import { beforeAll, expect, test } from 'vitest'
import { freshPair } from '../../../../test/support/ed25519-pair.ts'
import { ed25519KeyOf } from '../../../engines/onchain/ed25519.ts'
import { createSearchMarks } from '../search-marks.ts'
import type { SvmNode } from './node.ts'
import { readSvmTransaction } from './transaction.ts'
import { signSvmTransfer } from './transfer.ts'
import { traceSvm, type SvmMark } from './trace.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const LIFE_SLOTS = 150
const key = ed25519KeyOf(freshPair())!
const addressOf = (byte: number): string => base58.encode(Buffer.alloc(32, byte))

interface Listed {
  readonly signature: string
  readonly slot: number
  readonly text: string
  readonly memo: string | null
  readonly version?: number
}

let paid: string
let dust: string

beforeAll(async () => {
  paid = await transfer('the mark of ours')
  dust = await transfer('of another')
})

const transfer = (memo: string): Promise<string> =>
  signSvmTransfer(key, {
    mint: MINT,
    decimals: 6,
    units: 4_000n,
    to: addressOf(5),
    feePayer: addressOf(7),
    blockhash: addressOf(9),
    memo,
    computeUnits: 20_000,
  })

/** A payment that was signed at slot 1,000, and a node that lists the newest first. */
function ledger(given: readonly Listed[], more: Partial<State> = {}) {
  const state: State = { slot: 10_000, behind: 0, first: 0, since: 1_000, ...more }
  const asked: string[] = []
  const node: SvmNode = {
    async ask(method, [what, options = {}]) {
      const list = given.filter(({ slot }) => slot >= state.first)
      if (method === 'getFirstAvailableBlock') return state.first
      const {
        minContextSlot = 0,
        before,
        limit,
        maxSupportedTransactionVersion = 0,
      } = options as Page
      asked.push(method)
      const seen = state.slot - state.behind
      if (minContextSlot > seen) throw new Error('it has not come so far')
      const known = list.filter(({ slot }) => slot <= seen)
      if (method === 'getTransaction') {
        const found = known.find(({ signature }) => signature === what)
        if ((found?.version ?? 0) > maxSupportedTransactionVersion)
          throw new Error('Transaction version (1) is not supported by the requesting client.')
        return found ? { transaction: [found.text, 'base64'], meta: { err: null } } : null
      }
      const from = known.findIndex(({ signature }) => signature === before) + 1
      // A real node answers an empty list if it does not know the signature in `before`.
      if (before !== undefined && from === 0) return []
      return known.slice(from, from + limit)
    },
    isAlive: async () => state.slot < 1_000 + LIFE_SLOTS,
    async lifetime() {
      return { isAlive: state.slot < 1_000 + LIFE_SLOTS, slot: state.slot }
    },
  }
  const { id, blockhash, signer } = readSvmTransaction(paid)!
  const wanted = { id, blockhash, signer, mark: 'the mark of ours' }
  const since = state.since === null ? {} : { since: state.since }
  const marks = createSearchMarks<SvmMark>()
  return { look: () => traceSvm(node, { ...wanted, ...since }, marks), state, asked }
}

interface State {
  slot: number
  behind: number
  /** The first slot that the node still has. */
  first: number
  /** What the payer knows of when it was signed. */
  since: number | null
}

interface Page {
  readonly minContextSlot?: number
  readonly before?: string
  readonly limit: number
  readonly maxSupportedTransactionVersion?: number
}

const OURS = {
  signature: 'ours',
  slot: 1_005,
  get text() {
    return paid
  },
  memo: null,
}
const OLD = {
  signature: 'old',
  slot: 900,
  get text() {
    return dust
  },
  memo: null,
}

/** Transactions without a memo, which anybody may put there. */
const strangers = (count: number, slot = 1_100): readonly Listed[] =>
  Array.from({ length: count }, (_, at) => ({
    signature: `stranger ${slot} ${at}`,
    slot,
    text: dust,
    memo: null,
  }))

async function looksUntilKnown(look: () => ReturnType<typeof traceSvm>, most: number) {
  for (let looks = 1; looks <= most; looks++) {
    const { state } = await look()
    if (state !== 'unknown') return { state, looks }
  }
  return { state: 'unknown', looks: most }
}

test.each([
  [0, 1],
  [51, 2],
  [180, 4],
])('behind %i transactions without a memo it is found in %i searches', async (count, looks) => {
  const { look } = ledger([...strangers(count), OURS, OLD])
  expect(await looksUntilKnown(look, 10)).toEqual({ state: 'settled', looks })
})

test('behind more transactions than one search lists it is found', async () => {
  const mine = strangers(5_000).map((each) => ({ ...each, memo: '[2] no' }))
  const { look, asked } = ledger([...mine, ...strangers(51, 1_099), OURS, OLD])
  expect(await looksUntilKnown(look, 10)).toEqual({ state: 'settled', looks: 4 })
  expect(asked.length).toBeLessThan(4 * 60)
})

test('a transaction in no block is dead only after all blocks were searched', async () => {
  const { look } = ledger([...strangers(120), OLD])
  expect(await looksUntilKnown(look, 10)).toEqual({ state: 'dead', looks: 3 })
})

test.each([
  ['a node that has pruned the slot in which it was signed', 1_001, 1_000, 'unknown'],
  ['a node that has that slot', 1_000, 1_000, 'dead'],
  ['half a day of history, where nobody knows when it was signed', 892_000, null, 'unknown'],
  ['two days of it', 568_000, null, 'dead'],
] as const)(
  'with %s, from slot %s: signed at %s and not found, it is %s',
  async (_name, first, since, state) => {
    const { look } = ledger([], { slot: 1_000_000, first, since })
    expect((await look()).state).toBe(state)
  },
)

test('a transaction that one node has pruned is found with a node that has it', async () => {
  const { look, state } = ledger([OURS, OLD], { first: 1_100 })
  expect(await look()).toEqual({ state: 'unknown' })
  state.first = 0
  expect(await look()).toMatchObject({ state: 'settled' })
})

test('transactions after its expiry are not fetched', async () => {
  const late = strangers(5_000, 10_001)
  const { look, asked } = ledger([...late.slice(0, 100), OURS, OLD], { slot: 10_000, behind: -5 })
  expect(await looksUntilKnown(look, 1)).toEqual({ state: 'settled', looks: 1 })
  expect(asked.filter((method) => method === 'getTransaction')).toHaveLength(1)
})

test('before its expiry no search progress is kept, because it may still arrive', async () => {
  const list: Listed[] = [...strangers(60, 1_001), OLD]
  const { look, state } = ledger(list, { slot: 1_010, behind: 0 })
  expect(await look()).toEqual({ state: 'unknown' })
  list.unshift(OURS)
  state.slot = 2_000
  expect(await looksUntilKnown(look, 1)).toEqual({ state: 'settled', looks: 1 })
})

test('a transaction of version 1 among them does not end the search', async () => {
  const text = Buffer.from([0x81, ...Buffer.alloc(200)]).toString('base64')
  const newer = { signature: 'newer', slot: 1_100, text, memo: null, version: 1 }
  const { look } = ledger([newer, OURS, OLD])
  expect(await look()).toEqual({ state: 'settled', transaction: 'ours' })
})

test('a node that is behind does not end the search', async () => {
  const { look, state } = ledger([...strangers(51, 9_000), OURS, OLD])
  expect(await look()).toEqual({ state: 'unknown' })
  state.behind = 5_000
  await expect(look()).rejects.toThrow('it has not come so far')
  state.behind = 0
  expect(await look()).toMatchObject({ state: 'settled', transaction: 'ours' })
})
