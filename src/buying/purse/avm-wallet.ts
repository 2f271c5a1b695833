import { randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { z } from 'zod'
import { createAvmNode } from '../../outside/chains/avm/node.ts'
import { traceAvm } from '../../outside/chains/avm/trace.ts'
import { signAvmTransfer, type AvmTerms } from '../../outside/chains/avm/transfer.ts'
import type { OtherNetwork } from '../../outside/chains/networks.ts'
import { createSearchMarks } from '../../outside/chains/search-marks.ts'
import { Fault } from '../../base/core/fault.ts'
import { algorandAddressOf, algorandAddressProblem } from '../../engines/onchain/account-address.ts'
import { KEY_BYTES, type Ed25519Key } from '../../engines/onchain/ed25519.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import type { Client } from '../../outside/net/request.ts'
import { SPEND_CHAINS, VALID_SECONDS_MAX, type SpendWallet } from './chains.ts'

interface AvmWalletParts {
  readonly network: OtherNetwork
  readonly key: Ed25519Key
  /** The address of an algod node. */
  readonly url: string
  readonly client: Client
}

/** The shortest possible round, so that the expiry is never too late. */
const ROUND_MS_MIN = 2_500

const Params = z.object({
  fee: z.number(),
  'min-fee': z.number(),
  'genesis-hash': z.string(),
  'genesis-id': z.string(),
  'last-round': z.number(),
})
const Holding = z.object({ 'asset-holding': z.object({ amount: z.number() }) })
const NONE = 404

/**
 * Pays with a group of two: the seller's facilitator signs the one that pays the fee, and sends
 * both. The ledger takes a group as a whole, once, and in the rounds that it names.
 */
export function createAvmWallet({ network, key, url, client }: AvmWalletParts): SpendWallet {
  const { asset, decimals, blockSeconds } = network
  const address = algorandAddressOf(key.publicKey)
  const genesis = network.id.slice('algorand:'.length)
  const node = createAvmNode(client, url)
  const marks = createSearchMarks<number>()

  async function read<T>(shape: z.ZodType<T>, path: string): Promise<T | null> {
    try {
      const { status, body } = await node.ask(path)
      return status === NONE ? null : shape.parse(body)
    } catch (cause) {
      throw new Fault('overloaded', 'The node of Algorand does not answer the purse.', { cause })
    }
  }

  async function termsFor(seconds: number): Promise<AvmTerms> {
    const params = await read(Params, '/v2/transactions/params')
    if (params?.['genesis-hash'] !== genesis)
      throw new Fault('overloaded', 'The node of Algorand is one of another network.')
    const firstRound = params['last-round']
    return {
      genesisId: params['genesis-id'],
      genesisHash: Buffer.from(genesis, 'base64'),
      firstRound,
      lastRound: firstRound + Math.max(1, Math.floor(seconds / blockSeconds)),
      feePerByte: params.fee,
      feeMin: params['min-fee'],
    }
  }

  return {
    chain: 'algorand',
    network: SPEND_CHAINS.algorand,
    labels: [SPEND_CHAINS.algorand, network.id],
    wire: 'x402',
    scheme: 'exact',
    asset,
    decimals,
    address,
    isPayable: (payTo) => algorandAddressProblem(payTo) === null,
    objection: (accept) => {
      const feePayer = feePayerIn(accept)
      const isGood = feePayer !== null && feePayer !== address
      return isGood ? null : 'fee_payer_missing'
    },
    async balance() {
      const held = await read(Holding, `/v2/accounts/${address}/assets/${asset}`)
      return BigInt(held?.['asset-holding'].amount ?? 0)
    },
    async sign({ payTo, units, timeoutSeconds, offer }, now) {
      const terms = await termsFor(Math.min(VALID_SECONDS_MAX, timeoutSeconds))
      const { id, paymentGroup, paymentIndex } = signAvmTransfer(key, {
        ...terms,
        asset: Number(asset),
        units,
        to: publicKeyOf(payTo),
        feePayer: publicKeyOf(feePayerIn(offer.accept) ?? ''),
        note: randomBytes(KEY_BYTES),
      })
      const { firstRound, lastRound } = terms
      return {
        payload: { paymentGroup, paymentIndex },
        nonce: [id, firstRound, lastRound].join('.'),
        expires: now + (lastRound - firstRound) * ROUND_MS_MIN,
      }
    },
    async stateOf({ nonce }) {
      const [id = '', first, last] = nonce.split('.')
      const wanted = { id, firstRound: Number(first), lastRound: Number(last) }
      return traceAvm(node, wanted, marks)
    },
  }
}

function feePayerIn({ extra }: JsonObject): string | null {
  const named = isObject(extra) ? extra['feePayer'] : null
  return typeof named === 'string' && algorandAddressProblem(named) === null ? named : null
}

const publicKeyOf = (address: string): Buffer =>
  Buffer.from(base32nopad.decode(address)).subarray(0, KEY_BYTES)
