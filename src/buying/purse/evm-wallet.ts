import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { curve } from '../../outside/chains/evm/curve.ts'
import { transferDigest, type Eip3009 } from '../../outside/chains/evm/eip3009.ts'
import { balanceCall, stateCall } from '../../outside/chains/evm/token.ts'
import type { PayableEvmNetwork } from '../../outside/chains/networks.ts'
import { FINAL_AFTER_MS } from '../../outside/chains/payment-trace.ts'
import { evmAddressProblem } from '../../engines/onchain/account-address.ts'
import { addressOfKey } from '../../engines/onchain/evm-key.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import type { Client } from '../../outside/net/request.ts'
import { VALID_SECONDS_MAX, type SpendChain, type SpendWallet } from './chains.ts'
import { askOnChain } from './ask-on-chain.ts'

interface EvmWalletParts {
  readonly chain: SpendChain
  readonly network: PayableEvmNetwork
  readonly labels: readonly string[]
  readonly key: string
  readonly rpcUrl: string
  readonly client: Client
}

const ZERO = /^0x0+$/

/** Pays with EIP-3009: the holder of the signature can move that amount to that address, once. */
export function createEvmWallet(parts: EvmWalletParts): SpendWallet {
  const { chain, network, labels, key, rpcUrl, client } = parts
  const secret = Buffer.from(key.slice(2), 'hex')
  if (!secp256k1.utils.isValidSecretKey(secret)) throw new Error('PURSE_KEY is no key of the curve')
  const from = addressOfKey(key)
  const ask = askOnChain({ rpcUrl, client, name: network.name, chainId: network.chainId })

  const read = async (data: string, block: string): Promise<bigint> =>
    BigInt(String(await ask('eth_call', [{ to: network.asset, data }, block])))

  return {
    chain,
    network: network.id,
    labels,
    wire: 'x402',
    scheme: 'exact',
    asset: network.asset,
    decimals: network.decimals,
    address: from,
    isPayable: (payTo) =>
      evmAddressProblem(payTo) === null &&
      !ZERO.test(payTo) &&
      payTo.toLowerCase() !== network.asset.toLowerCase(),
    objection: (accept) => (isNamedSo(accept, network.domain) ? null : 'domain_mismatch'),
    balance: () => read(balanceCall(from), 'latest'),
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
    async stateOf({ nonce, expires }) {
      const block = (await ask('eth_getBlockByNumber', ['latest', false])) as Block
      // State and time are read from the same block.
      if ((await read(stateCall({ from, nonce }), block.number)) === 1n) return 'settled'
      const at = Number(block.timestamp) * 1000
      return at > expires + FINAL_AFTER_MS ? 'dead' : 'unknown'
    },
  }
}

/** Whether the offer names the token correctly; no name is correct too. */
function isNamedSo({ extra }: JsonObject, { name, version }: PayableEvmNetwork['domain']): boolean {
  if (!isObject(extra)) return true
  const told = [extra['name'] ?? name, extra['version'] ?? version].map(String)
  return told[0] === name && told[1] === version
}

interface Block {
  readonly number: string
  readonly timestamp: string
}
