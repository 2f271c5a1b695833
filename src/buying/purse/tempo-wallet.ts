import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex } from 'viem'
import { addressWord } from '../../engines/onchain/abi-words.ts'
import { balanceCall } from '../../outside/chains/evm/token.ts'
import type { TempoNodeAddress } from '../../outside/chains/tempo/node.ts'
import {
  feeUnits,
  isMppMemo,
  mppMemo,
  TRANSFERRED_WITH_MEMO,
} from '../../outside/chains/tempo/token.ts'
import {
  TEMPO,
  TEMPO_CHAIN,
  TEMPO_DECIMALS,
  type TempoToken,
} from '../../outside/chains/tempo/tokens.ts'
import { FINAL_AFTER_MS } from '../../outside/chains/payment-trace.ts'
import { Fault } from '../../base/core/fault.ts'
import { evmAddressProblem } from '../../engines/onchain/account-address.ts'
import { addressOfKey } from '../../engines/onchain/evm-key.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { reaches, type StoredPayment, type PaymentState, type SpendWallet } from './chains.ts'
import { askOnChain } from './ask-on-chain.ts'

export interface TempoWalletParts extends TempoNodeAddress {
  readonly token: TempoToken
  readonly key: string
  now(): number
}

/** As long as stock clients sign for; nodes refuse 30 s and more. */
const VALID_SECONDS = 25
/** What a seller needs to submit it. */
const VALID_SECONDS_MIN = 5
/** Blocks that are searched in one question. */
const WINDOW = 1_000
/** How many of these are searched for a history. */
const HISTORY_WINDOWS = 20
const ZERO = /^0x0+$/

/**
 * Pays over MPP as stock clients do: with a transaction that the seller submits, that a block can
 * hold once, and only until its end. It is found again by its memo, which no other payment has.
 */
export function createTempoWallet(parts: TempoWalletParts): SpendWallet {
  const { token, key, now } = parts
  if (!secp256k1.utils.isValidSecretKey(Buffer.from(key.slice(2), 'hex')))
    throw new Error('it is no key of the curve')
  const from = addressOfKey(key)
  const ask = askOnChain({ ...parts, name: 'Tempo', chainId: TEMPO_CHAIN })

  async function blockAt(number: number | 'latest') {
    const named = number === 'latest' ? number : hex(number)
    const block = (await ask('eth_getBlockByNumber', [named, false])) as Block | null
    if (!block) throw new Fault('upstream_failed', 'The node of Tempo lacks a block.')
    return { number: Number(block.number), ms: Number(block.timestamp) * 1000 }
  }

  const transfers = async (topics: readonly (string | null)[], first: number, last: number) =>
    (await ask('eth_getLogs', [
      {
        address: token.address,
        topics: [TRANSFERRED_WITH_MEMO, ...topics],
        fromBlock: hex(first),
        toBlock: hex(last),
      },
    ])) as readonly Log[]

  /** Searches the blocks from the signature to its expiry for the unique memo. */
  async function stateOf(
    { memo, block }: SearchKey,
    { payTo, expires }: StoredPayment,
  ): Promise<PaymentState> {
    const head = await blockAt('latest')
    for (let first = block; first <= head.number; first += WINDOW) {
      const last = Math.min(head.number, first + WINDOW - 1)
      // Both of one node: one that has not come so far finds nothing either.
      const [seen, found] = await Promise.all([
        blockAt('latest'),
        transfers([topic(from), topic(payTo), memo], first, last),
      ])
      if (found.length > 0) return 'settled'
      if (seen.number < last) return 'unknown'
      const end = last === head.number ? head : await blockAt(last)
      if (end.ms > expires + FINAL_AFTER_MS) return 'dead'
    }
    return 'unknown'
  }

  return {
    chain: 'tempo',
    network: TEMPO,
    labels: [TEMPO],
    wire: 'mpp',
    scheme: 'charge',
    asset: token.address,
    decimals: TEMPO_DECIMALS,
    address: from,
    isPayable: (payTo) =>
      evmAddressProblem(payTo) === null && !ZERO.test(payTo) && !IS_TOKEN.test(payTo),
    objection(accept) {
      const { details, expires } = extraIn(accept)
      const { splits, supportedModes } = details
      if (splits !== undefined && !isEmpty(splits)) return 'payment_split'
      if (supportedModes !== undefined && !listHas(supportedModes, 'pull')) return 'mode_not_pull'
      return expires > now() + VALID_SECONDS_MIN * 1000 ? null : 'offer_expired'
    },
    async hasHistory(payTo, least) {
      const payers = new Set<string>()
      let settled = 0
      let last = (await blockAt('latest')).number
      for (let asked = 0; asked < HISTORY_WINDOWS && last >= 0; asked += 1) {
        const found = await transfers([null, topic(payTo)], Math.max(0, last - WINDOW + 1), last)
        for (const { topics } of found) {
          const [, payer = '', , memo = ''] = topics
          // What the wallet pays to itself, and what this service has paid, proves nothing.
          if (!isMppMemo(memo) || payer === topic(payTo) || payer === topic(from)) continue
          settled += 1
          payers.add(payer)
        }
        if (reaches({ settled, payers: payers.size }, least)) return true
        last -= WINDOW
      }
      return false
    },
    async balance() {
      const held = await ask('eth_call', [{ to: token.address, data: balanceCall(from) }, 'latest'])
      return BigInt(String(held))
    },
    async sign({ payTo, units, offer }, at) {
      const { challenge, details, expires } = extraIn(offer.accept)
      const memo = mppMemo(challenge)
      const validBefore = Math.floor(Math.min(at + VALID_SECONDS * 1000, expires) / 1000)
      const isSponsored = details['feePayer'] === true
      const { number } = await blockAt('latest')
      const wish = { payTo, units, memo, key: key as Hex, token: token.address, validBefore }
      const { signTransfer } = await import('../../outside/chains/tempo/transfer.ts')
      const { raw, hash, feeMost } = await signTransfer(parts, { ...wish, isSponsored })
      const source = `did:pkh:${TEMPO}:${from}`
      return {
        payload: { signature: raw, type: 'transaction', source },
        nonce: nonceOf({ memo, block: number, hash }),
        expires: validBefore * 1000,
        fee: feeMost,
      }
    },
    stateOf: (kept) => stateOf(knownIn(kept.nonce), kept),
    async feeTaken({ nonce }) {
      const { hash } = knownIn(nonce)
      const receipt = hash && ((await ask('eth_getTransactionReceipt', [hash])) as Receipt | null)
      if (!receipt) return 0n
      return feeUnits(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))
    },
  }
}

/** Tokens of the chain live at addresses of their own form; money that is sent there is lost. */
const IS_TOKEN = /^0x20c0{9}/i

/** What is kept of a payment, to find it again. */
interface SearchKey {
  readonly memo: string
  /** The newest block when it was signed. */
  readonly block: number
  /** Of the transaction, for its fee; none where the seller pays that and so changes the hash. */
  readonly hash: string | undefined
}

const nonceOf = ({ memo, block, hash }: SearchKey): string =>
  [memo, block, hash].filter((part) => part !== undefined).join('.')

function knownIn(nonce: string): SearchKey {
  const [memo = '', block, hash] = nonce.split('.')
  return { memo, block: Number(block), hash }
}

const hex = (number: number): string => `0x${number.toString(16)}`
const topic = (address: string): string => `0x${addressWord(address)}`
const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0
const listHas = (list: unknown, member: string): boolean =>
  Array.isArray(list) && list.includes(member)

/** The other fields of an MPP offer. Without an expiry, the offer expires with its payment. */
function extraIn({ extra }: JsonObject) {
  const { challenge, details } = isObject(extra) ? extra : {}
  const { id, realm, expires } = isObject(challenge) ? challenge : {}
  const until = typeof expires === 'string' ? Date.parse(expires) : Infinity
  return {
    challenge: { id: String(id), realm: String(realm) },
    details: isObject(details) ? details : {},
    expires: Number.isNaN(until) ? 0 : until,
  }
}

interface Block {
  readonly number: string
  readonly timestamp: string
}

interface Log {
  readonly topics: readonly string[]
}

interface Receipt {
  readonly gasUsed: string
  readonly effectiveGasPrice: string
}
