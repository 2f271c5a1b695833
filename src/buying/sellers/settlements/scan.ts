import { z } from 'zod'
import { addressWord } from '../../../engines/onchain/abi-words.ts'
import type { BlockRow, TransferRow } from '../../../stores/settlements.ts'

/** Asks a node, whichever of several answers. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Hashes of `Transfer(address,address,uint256)` and `AuthorizationUsed(address,bytes32)`. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const AUTHORIZATION_USED =
  '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'

const Hex = z.string().regex(/^0x[0-9a-f]*$/i)
const Log = z.object({
  blockNumber: Hex,
  logIndex: Hex,
  transactionHash: Hex,
  topics: z.array(Hex),
  data: Hex,
  removed: z.boolean().optional(),
})
type Log = z.output<typeof Log>
const Block = z.object({ number: Hex, hash: Hex, timestamp: Hex })

const ADDRESSES_PER_REQUEST = 200

export interface Range {
  readonly token: string
  readonly from: number
  readonly to: number
}

/** A block by its number or a tag such as `finalized`; null where the node has none. */
export async function blockAt(ask: AskNode, at: number | string): Promise<BlockRow | null> {
  const named = typeof at === 'number' ? hexOf(at) : at
  const block = Block.nullable().parse(await ask('eth_getBlockByNumber', [named, false]))
  if (!block) return null
  const { number, hash, timestamp } = block
  return { block: Number(number), hash, at: Number(timestamp) * 1_000 }
}

/**
 * Transfers of the token from and to the wallets in a range of blocks. A payer has signed for one
 * if the log directly before it, in the same transaction, is the use of an authorization of that
 * payer: many settlements may travel in one transaction.
 */
export async function transfersIn(
  ask: AskNode,
  range: Range,
  wallets: readonly string[],
): Promise<readonly Omit<TransferRow, 'at'>[]> {
  const found = new Map<string, Log>()
  for (const some of chunks(wallets)) {
    const words = some.map((wallet) => `0x${addressWord(wallet)}`)
    const incoming = await logsOf(ask, range, [TRANSFER, null, words])
    const outgoing = await logsOf(ask, range, [TRANSFER, words])
    for (const log of [...incoming, ...outgoing]) found.set(placeOf(log), log)
  }
  const payers = [...new Set([...found.values()].flatMap(({ topics }) => topics[1] ?? []))]
  const signed = new Map<string, string>()
  for (const some of chunks(payers))
    for (const log of await logsOf(ask, range, [AUTHORIZATION_USED, some]))
      signed.set(placeOf(log), log.topics[1] ?? '')
  return [...found.values()].map((log) => {
    const [, payer = '', payee = ''] = log.topics
    const before = `${log.transactionHash} ${Number(log.logIndex) - 1}`
    return {
      block: Number(log.blockNumber),
      log_index: Number(log.logIndex),
      tx: log.transactionHash,
      payer: addressIn(payer),
      payee: addressIn(payee),
      value: BigInt(log.data === '0x' ? 0 : log.data).toString(),
      authorized: signed.get(before) === payer ? 1 : 0,
    }
  })
}

const placeOf = ({ transactionHash, logIndex }: Log): string =>
  `${transactionHash} ${Number(logIndex)}`

const addressIn = (word: string): string => `0x${word.slice(-40).toLowerCase()}`

const hexOf = (number: number): string => `0x${number.toString(16)}`

const chunks = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / ADDRESSES_PER_REQUEST) }, (_, at) =>
    all.slice(at * ADDRESSES_PER_REQUEST, (at + 1) * ADDRESSES_PER_REQUEST),
  )

async function logsOf(
  ask: AskNode,
  { token, from, to }: Range,
  topics: readonly unknown[],
): Promise<readonly Log[]> {
  const asked = { address: token, topics, fromBlock: hexOf(from), toBlock: hexOf(to) }
  const logs = z.array(Log).parse(await ask('eth_getLogs', [asked]))
  return logs.filter(({ removed }) => removed !== true)
}
