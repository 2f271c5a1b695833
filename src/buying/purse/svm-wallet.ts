import { randomBytes, randomInt } from 'node:crypto'
import { base58 } from '@scure/base'
import { z } from 'zod'
import type { Ed25519Key } from '../../engines/onchain/ed25519.ts'
import type { OtherNetwork } from '../../outside/chains/networks.ts'
import { createSearchMarks } from '../../outside/chains/search-marks.ts'
import { createSvmNode } from '../../outside/chains/svm/node.ts'
import { PROGRAMS, tokenAccountOf } from '../../outside/chains/svm/token-account.ts'
import { traceSvm, type SvmMark } from '../../outside/chains/svm/trace.ts'
import { readSvmTransaction } from '../../outside/chains/svm/transaction.ts'
import { signSvmTransfer } from '../../outside/chains/svm/transfer.ts'
import { Fault } from '../../base/core/fault.ts'
import { solanaAddressProblem } from '../../engines/onchain/account-address.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import type { Client } from '../../outside/net/request.ts'
import type { SpendWallet } from './chains.ts'
import { svmHistory } from './svm-history.ts'

interface SvmWalletParts {
  readonly network: OtherNetwork
  readonly key: Ed25519Key
  readonly rpcUrl: string
  readonly client: Client
}

/** A blockhash lives for 150 blocks, and none takes less than this. */
const LIFE_MS = 150 * 400
const MEMO_BYTES_MAX = 256
/** What a transfer and its memo take, and a little that differs between two of them. */
const COMPUTE_UNITS = 20_000
const COMPUTE_SPREAD = 1 << 14

const Latest = z.object({
  context: z.object({ slot: z.number() }),
  value: z.object({ blockhash: z.string() }),
})
const Account = z.object({
  value: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }).nullable(),
})
const AMOUNT_AT = 64
const CONFIRMED = { commitment: 'confirmed' }

/**
 * Pays with a transfer that the seller's facilitator signs after us, as the payer of the fee, and
 * sends. The ledger takes one message once, and only while its blockhash lives.
 */
export function createSvmWallet({ network, key, rpcUrl, client }: SvmWalletParts): SpendWallet {
  const { asset, decimals } = network
  const address = base58.encode(key.publicKey)
  const node = createSvmNode(client, rpcUrl)
  const marks = createSearchMarks<SvmMark>()
  const account = async (): Promise<string> => base58.encode(await tokenAccountOf(address, asset))

  async function read<T>(shape: z.ZodType<T>, method: string, asked: readonly unknown[]) {
    try {
      return shape.parse(await node.ask(method, asked))
    } catch (cause) {
      throw new Fault('overloaded', 'The node of Solana does not answer the purse.', { cause })
    }
  }

  return {
    chain: 'solana',
    network: network.id,
    labels: [network.id, 'solana'],
    wire: 'x402',
    scheme: 'exact',
    asset,
    decimals,
    address,
    isPayable: (payTo) =>
      solanaAddressProblem(payTo) === null && !NOBODY.has(payTo) && payTo !== asset,
    objection: (accept) => {
      const { feePayer, memo = '' } = extraOf(accept)
      if (typeof feePayer !== 'string' || solanaAddressProblem(feePayer) !== null)
        return 'fee_payer_missing'
      // With only our own signature, this wallet would pay the fee.
      if (feePayer === address) return 'fee_payer_missing'
      return typeof memo === 'string' && Buffer.byteLength(memo) <= MEMO_BYTES_MAX
        ? null
        : 'memo_too_long'
    },
    hasHistory: svmHistory(node, asset),
    async balance() {
      const options = { encoding: 'base64', ...CONFIRMED }
      const { value } = await read(Account, 'getAccountInfo', [await account(), options])
      return value === null ? 0n : Buffer.from(value.data[0], 'base64').readBigUInt64LE(AMOUNT_AT)
    },
    async sign({ payTo, units, offer }, now) {
      const { feePayer, memo } = extraOf(offer.accept)
      // Not the blockhash that the offer may name: its end of life is unknown.
      const { context, value } = await read(Latest, 'getLatestBlockhash', [CONFIRMED])
      const mark = typeof memo === 'string' && memo !== '' ? null : randomBytes(16).toString('hex')
      const transaction = await signSvmTransfer(key, {
        mint: asset,
        decimals,
        units,
        to: payTo,
        feePayer: String(feePayer),
        blockhash: value.blockhash,
        memo: mark ?? String(memo),
        // Two purchases with the memo of one seller must not be one message, which moves once.
        computeUnits: COMPUTE_UNITS + randomInt(COMPUTE_SPREAD),
      })
      const { id } = readSvmTransaction(transaction)!
      const kept = [id, value.blockhash, context.slot, mark ?? '']
      return { payload: { transaction }, nonce: kept.join('.'), expires: now + LIFE_MS }
    },
    async stateOf({ nonce }) {
      const [id = '', blockhash = '', since = '', mark = ''] = nonce.split('.')
      const wanted = { id, blockhash, signer: address, since: Number(since), mark }
      return (await traceSvm(node, wanted, marks)).state
    },
  }
}

/** Programs: money that is sent to them cannot be recovered. */
const NOBODY: ReadonlySet<string> = new Set(Object.values(PROGRAMS))

const extraOf = ({ extra }: JsonObject): JsonObject => (isObject(extra) ? extra : {})
