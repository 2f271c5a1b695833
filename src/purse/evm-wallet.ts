import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { EIP1193RequestFn } from 'viem'
import { curve } from '../chains/evm/curve.ts'
import { transferDigest, type Eip3009 } from '../chains/evm/eip3009.ts'
import { createRpc } from '../chains/evm/rpc.ts'
import { balanceCall, stateCall } from '../chains/evm/token.ts'
import type { PayableEvmNetwork } from '../chains/networks.ts'
import { Fault } from '../core/fault.ts'
import { evmAddressProblem } from '../lib/account-address.ts'
import { addressOfKey } from '../lib/evm-key.ts'
import { isObject, type JsonObject } from '../lib/json-object.ts'
import type { Client } from '../net/request.ts'
import type { SpendChain, SpendWallet } from './chains.ts'

interface EvmWalletParts {
  readonly chain: SpendChain
  readonly network: PayableEvmNetwork
  readonly labels: readonly string[]
  readonly key: string
  readonly rpcUrl: string
  readonly client: Client
}

/** A stolen signature is worth little when it ends soon; a settlement takes seconds. */
const VALID_SECONDS_MAX = 90
/** No reorganisation brings back a block that is older. */
const SETTLED_AFTER_MS = 30_000
const ZERO = /^0x0+$/

/** Pays with EIP-3009: whoever holds the signature can move that amount to that address, once. */
export function createEvmWallet(parts: EvmWalletParts): SpendWallet {
  const { chain, network, labels, key, rpcUrl, client } = parts
  const secret = Buffer.from(key.slice(2), 'hex')
  if (!secp256k1.utils.isValidSecretKey(secret)) throw new Error('PURSE_KEY is no key of the curve')
  const from = addressOfKey(key)
  const rpc = createRpc(rpcUrl, client) as EIP1193RequestFn<never>
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> =>
    (rpc as unknown as Ask)({ method, params })
  let checked: Promise<void> | undefined

  /** A node of another chain knows nothing of our payments, and says so of each. */
  async function assertChain(): Promise<void> {
    const id = Number(await ask('eth_chainId', []))
    if (id !== network.chainId)
      throw new Fault('upstream_failed', `The node of ${network.name} is one of chain ${id}.`)
  }

  const onChain = async (): Promise<void> => {
    checked ??= assertChain()
    await checked.catch((thrown: unknown) => {
      checked = undefined
      throw thrown
    })
  }

  const read = async (data: string, block: string): Promise<bigint> =>
    BigInt(String(await ask('eth_call', [{ to: network.asset, data }, block])))

  return {
    chain,
    network: network.id,
    labels,
    scheme: 'exact',
    asset: network.asset,
    decimals: network.decimals,
    address: from,
    isPayable: (payTo) =>
      evmAddressProblem(payTo) === null &&
      !ZERO.test(payTo) &&
      payTo.toLowerCase() !== network.asset.toLowerCase(),
    objection: (accept) => (isNamedSo(accept, network.domain) ? null : 'domain_mismatch'),
    async balance() {
      await onChain()
      return read(balanceCall(from), 'latest')
    },
    async sign({ payTo, units, timeoutSeconds }, now) {
      const seconds = Math.floor(now / 1000)
      const validBefore = seconds + Math.min(VALID_SECONDS_MAX, timeoutSeconds)
      const authorization: Eip3009 = {
        from,
        to: payTo,
        value: String(units),
        validAfter: '0',
        validBefore: String(validBefore),
        nonce: `0x${randomBytes(32).toString('hex')}`,
      }
      const { signature, recovery } = curve.sign(transferDigest(network, authorization), secret)
      const v = (27 + recovery).toString(16)
      return {
        payload: {
          signature: `0x${Buffer.from(signature).toString('hex')}${v}`,
          authorization,
        },
        nonce: authorization.nonce,
        expires: validBefore * 1000,
      }
    },
    async fate({ nonce, expires }) {
      await onChain()
      const block = (await ask('eth_getBlockByNumber', ['latest', false])) as Block
      // State and time are read of one block.
      if ((await read(stateCall({ from, nonce }), block.number)) === 1n) return 'moved'
      const at = Number(block.timestamp) * 1000
      return at > expires + SETTLED_AFTER_MS ? 'dead' : 'open'
    },
  }
}

/** A seller that says nothing of the token says nothing wrong. */
function isNamedSo({ extra }: JsonObject, { name, version }: PayableEvmNetwork['domain']): boolean {
  if (!isObject(extra)) return true
  const told = [extra['name'] ?? name, extra['version'] ?? version].map(String)
  return told[0] === name && told[1] === version
}

type Ask = (request: { readonly method: string; readonly params: unknown }) => Promise<unknown>

interface Block {
  readonly number: string
  readonly timestamp: string
}
