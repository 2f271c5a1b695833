import { keccak256, type Hex } from 'viem'
import { Transaction } from 'viem/tempo'
import { addressWord } from '../../../src/engines/onchain/abi-words.ts'
import { TRANSFERRED_WITH_MEMO } from '../../../src/outside/chains/tempo/token.ts'
import { PATH_USD, TEMPO, TEMPO_CHAIN } from '../../../src/outside/chains/tempo/tokens.ts'
import { createTempoWallet } from '../../../src/buying/purse/tempo-wallet.ts'
import { nodeOf } from './fake-node.ts'
import type { Ledger, LedgerParts } from './ledger.ts'

const BLOCK_MS = 500
/** How far behind a node may be. */
const LAG_BLOCKS = 200
const KEY = `0x${'42'.repeat(32)}`
const GAS = 50_000
const GAS_PRICE = 1_000_000_000

interface Done {
  readonly block: number
  readonly hash: string
  readonly topics: readonly string[]
}

interface Filter {
  readonly topics: readonly (string | null)[]
  readonly fromBlock: string
  readonly toBlock: string
}

/** What a transfer with a memo is called with: payee, units and memo, a word each. */
const ARGUMENTS = /^0x[0-9a-f]{8}([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{64})$/

/**
 * The real wallet over a node without a socket: a transaction is taken once, before its end. Some
 * nodes are behind; some sellers pay the fee, and change the hash by it.
 */
export function createTempoLedger({ random, now }: LedgerParts): Ledger {
  const moved = new Map<string, bigint>()
  const done: Done[] = []
  const isSponsored = random.chance(0.5)
  const head = (): number => Math.floor(now() / BLOCK_MS)
  /** The block that the asked node has come to. */
  let seen = head()
  const hex = (number: number): string => `0x${number.toString(16)}`

  const methods = {
    eth_chainId: () => hex(TEMPO_CHAIN),
    eth_call: () => hex(10 ** 12),
    eth_estimateGas: () => hex(GAS),
    eth_maxPriorityFeePerGas: () => hex(1),
    eth_gasPrice: () => hex(GAS_PRICE),
    eth_getBlockByNumber(asked: string) {
      const number = asked === 'latest' || asked === 'pending' ? seen : Number(asked)
      if (number > seen) return null
      const timestamp = hex(Math.floor((number * BLOCK_MS) / 1000))
      return { number: hex(number), timestamp, baseFeePerGas: hex(GAS_PRICE), transactions: [] }
    },
    eth_getLogs({ topics, fromBlock, toBlock }: Filter) {
      const [first, last] = [Number(fromBlock), Math.min(Number(toBlock), seen)]
      return done.filter(
        (each) =>
          each.block >= first &&
          each.block <= last &&
          topics.every((topic, at) => topic === null || topic === each.topics[at]),
      )
    },
    eth_getTransactionReceipt(hash: string) {
      const found = done.find((each) => each.hash === hash && each.block <= seen)
      return found ? { gasUsed: hex(GAS / 2), effectiveGasPrice: hex(GAS_PRICE) } : null
    },
  }
  const client = nodeOf(methods, () => {
    seen = head() - (random.chance(0.1) ? random.below(LAG_BLOCKS) : 0)
  })

  return {
    moved,
    keyOf: (nonce) => nonce.split('.')[0] ?? '',
    offer: {
      scheme: 'charge',
      network: TEMPO,
      asset: PATH_USD.address,
      extra: {
        challenge: { id: 'a challenge', realm: 'seller.example' },
        details: { feePayer: isSponsored },
      },
    },
    payTos: [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`],
    transfer(payload) {
      const raw = payload['signature'] as Hex
      const { from = '', validBefore = 0, calls } = Transaction.deserialize(raw as never) as Read
      const [, payee, units, memo = ''] = ARGUMENTS.exec(calls[0]?.data ?? '') ?? []
      if (now() >= validBefore * 1000 || moved.has(`0x${memo}`)) return false
      moved.set(`0x${memo}`, BigInt(`0x${units}`))
      const topics = [TRANSFERRED_WITH_MEMO, `0x${addressWord(from)}`, `0x${payee}`, `0x${memo}`]
      done.push({ block: head(), hash: keccak256(raw), topics })
      return true
    },
    wallet: createTempoWallet({
      token: PATH_USD,
      key: KEY,
      rpcUrl: 'http://tempo.example',
      client,
      now,
    }),
  }
}

interface Read {
  readonly from?: string
  readonly validBefore?: number
  readonly calls: readonly { readonly data?: string }[]
}
