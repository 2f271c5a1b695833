import { bytesToHex, TransactionReceiptNotFoundError, type Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import type { SignatureClaim } from '../facilitator.ts'
import type { SelfSettledNetwork, SelfSettlementOptions } from '../self-settled-network.ts'
import { createFees } from '../../../../outside/chains/evm/fees.ts'
import { openChain, type Chain } from '../../../../outside/chains/evm/chain.ts'
import {
  createLocalNonces,
  createSharedNonces,
  type Nonces,
  type NonceStore,
} from '../../../../outside/chains/evm/nonces.ts'
import { createGasCost, createGasPrice } from './gas-limits.ts'
import { createEscrowNode } from './escrow-node.ts'
import { createSelfSettlement } from './self-settlement.ts'
import { UPTO_CONTRACTS } from './permit2.ts'
import { createTransferQueue } from './transfer-queue.ts'
import { signedIn } from './signed.ts'
import { tracedAs } from './trace.ts'
import { canBeRead } from './wrapped-signature.ts'

/** An EVM network with an endpoint of the operator, and with or without a settlement key. */
export async function openEvmNetwork(
  network: PayableEvmNetwork,
  options: SelfSettlementOptions,
): Promise<SelfSettledNetwork> {
  const { settlementKey, rpcUrls, client } = options
  const rpcUrl = rpcUrls[network.id] ?? ''
  // Without a settlement key nothing is signed; viem needs an account all the same.
  const key = settlementKey ?? generatePrivateKey()
  const chain = openChain({ network, rpcUrl, key, client })
  if (!settlementKey) return lookedAt(chain, network)
  await options.settlementKeys?.remember(chain.account.address)
  return settling(chain, network, options)
}

function lookedAt(chain: Chain, network: PayableEvmNetwork): SelfSettledNetwork {
  return {
    facilitator: null,
    async trace({ payload }) {
      const signed = signedIn(chain, network, payload)
      return signed ? tracedAs(await signed.trace()) : { state: 'unknown' }
    },
    stands: (transaction) => stands(chain, transaction),
    trouble: async () => 'it can only be looked at from here.',
    upto: async () => null,
    agrees: (claim) => agrees(chain, claim),
    close: async () => {},
  }
}

function settling(
  chain: Chain,
  network: PayableEvmNetwork,
  options: SelfSettlementOptions,
): SelfSettledNetwork {
  const { gasReserve } = options
  const fees = createFees(chain)
  const nonces = noncesOf(chain, network, options.nonceStore)
  const queue = createTransferQueue({ ...options, chain, fees, nonces, network })
  const coinUsd = options.gasCoinUsd?.[network.id]
  const earnsItsGas = createGasCost({ network, coinUsd, fees })
  const gasPrice = createGasPrice({ coinUsd, fees })
  const facts = { ...options, chain, network, queue }
  const facilitator = createSelfSettlement({ ...facts, earnsItsGas, gasPrice })
  let isUptoThere = false
  let isRightChain = false

  async function trouble(): Promise<string | null> {
    try {
      const [chainId, balance] = await Promise.all([
        isRightChain ? network.chainId : chain.getChainId(),
        chain.getBalance({ address: chain.account.address }),
      ])
      isRightChain = chainId === network.chainId
      if (!isRightChain) return `the node of this service is one of chain ${chainId}.`
      return balance < gasReserve ? 'the account that settles holds too little gas.' : null
    } catch {
      return 'the node of this service cannot be reached.'
    }
  }

  async function upto() {
    isUptoThere ||= await areThere(chain, UPTO_CONTRACTS).catch(() => false)
    return isUptoThere ? { facilitatorAddress: chain.account.address } : null
  }

  return {
    facilitator,
    trace: facilitator.trace,
    async stands(transaction) {
      const isThere = await stands(chain, transaction)
      // With its block, the chain has taken back the nonce of its transaction.
      if (!isThere) nonces.doubt()
      return isThere
    },
    trouble,
    upto,
    agrees: (claim) => agrees(chain, claim),
    escrow: createEscrowNode({ chain, network, queue, stands: (hash) => stands(chain, hash) }),
    close: () => queue.close(),
  }
}

/** Throws when the node cannot be asked: it may have the transaction all the same. */
async function stands(chain: Chain, transaction: string): Promise<boolean> {
  try {
    const { status } = await chain.getTransactionReceipt({ hash: transaction as Hex })
    return status === 'success'
  } catch (thrown) {
    if (thrown instanceof TransactionReceiptNotFoundError) return false
    throw thrown
  }
}

/** Any kind of wallet: one that is a contract (ERC-1271), or is not deployed yet (ERC-6492). */
const agrees = async (
  chain: Chain,
  { wallet, digest, signature }: SignatureClaim,
): Promise<boolean> =>
  canBeRead(signature) &&
  (await chain.verifyHash({
    address: wallet as Hex,
    hash: bytesToHex(digest),
    signature: signature as Hex,
  }))

function noncesOf(chain: Chain, { id }: PayableEvmNetwork, store: NonceStore | undefined): Nonces {
  const { address } = chain.account
  const pending = () => chain.getTransactionCount({ address, blockTag: 'pending' })
  const account = `${id}:${address.toLowerCase()}`
  return store ? createSharedNonces(store, account, pending) : createLocalNonces(pending)
}

async function areThere(chain: Chain, contracts: readonly Hex[]): Promise<boolean> {
  const codes = await Promise.all(contracts.map((address) => chain.getCode({ address })))
  return codes.every((code) => code !== undefined && code !== '0x')
}
