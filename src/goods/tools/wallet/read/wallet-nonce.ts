import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { exactly } from '../../../../base/lib/figures.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import { bytes32, evmAddress, nodesCrossCheck } from '../../../../engines/onchain/chains/fields.ts'
import { QuantityShape, readContract, wholeOf } from '../../../../engines/onchain/evm-reads.ts'
import { stablecoinOf } from '../../../../engines/onchain/stablecoins.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'

export default defineTool({
  route: 'GET /api/wallet-nonce',
  name: 'Wallet nonces',
  description:
    'Transaction, permit and EIP-3009 nonces of a wallet on an EVM network, with transactions that are stuck.',
  asks: [
    'next nonce of my wallet',
    'was this EIP-3009 nonce used already',
    'next nonce',
    'stuck transaction',
  ],
  price: '$0.001',
  uses: { evm },
  input: z.object({
    address: evmAddress().describe('The wallet.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
    authorizationNonce: bytes32()
      .optional()
      .describe(
        'Nonce of an EIP-3009 authorization, 32 bytes of hex, to check whether it is used.',
      ),
    token: evmAddress()
      .optional()
      .describe('Contract of the token with the permits and authorizations; USDC if left out.'),
    crossCheck: nodesCrossCheck(),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    latest: z.int().describe('Next nonce after the transactions that are in blocks.'),
    pending: z.int().describe('Next nonce after the transactions that this node knows to wait.'),
    stuck: z.int().describe('Number of transactions that wait.'),
    authorizationUsed: z
      .boolean()
      .nullable()
      .describe('Whether it is used or cancelled; null if none was given, or the token has none.'),
    permitNonce: z
      .string()
      .nullable()
      .describe('Next permit nonce; null if the token has no permits.'),
    balanceNative: z.string().describe('Balance of the native coin, which pays the gas.'),
    blockNumber: z.int(),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: { address: '0x1111111111111111111111111111111111111111' },
    },
  ],

  async run({ address, network, authorizationNonce, token, crossCheck }, { evm }) {
    const chain = evm.on(network)
    const contract = token ?? stablecoinOf('USDC', `eip155:${chain.network.chainId}`)?.address
    if (contract === undefined && authorizationNonce !== undefined)
      throw badInput(`token: is required on ${chain.network.slug}, where no USDC is known`)
    const { answer, checked } = await askSources(
      await chain.states(crossCheck),
      async (open) => noncesAt(await open(), { address, contract, authorizationNonce }),
      crossCheck && { figures: figuresOf },
    )
    const { latest, pending: next, balance, used, permits, block } = answer
    return {
      address,
      network: chain.network.slug,
      latest,
      pending: next,
      stuck: next - latest,
      authorizationUsed: used,
      permitNonce: permits,
      balanceNative: unitsOf(balance, NATIVE_DECIMALS),
      blockNumber: block.number,
      ...checked,
    }
  },
})

interface Asked {
  readonly address: string
  readonly contract: string | undefined
  readonly authorizationNonce: string | undefined
}

async function noncesAt(state: EvmState, { address, contract, authorizationNonce }: Asked) {
  const ask = async (signature: `function ${string}`, args: readonly unknown[]) =>
    contract === undefined ? null : readContract(state, contract, signature, args)
  const [latest, pending, balance, used, permit] = await Promise.all([
    state.nonce(address),
    state.read('eth_getTransactionCount', [address, 'pending'], QuantityShape),
    state.balance(address),
    authorizationNonce === undefined
      ? null
      : ask('function authorizationState(address, bytes32) view returns (bool)', [
          address,
          authorizationNonce,
        ]),
    ask('function nonces(address) view returns (uint256)', [address]),
  ])
  const permits = wholeOf(permit)
  return {
    latest,
    pending: Math.max(latest, Number(pending)),
    balance,
    used: typeof used === 'boolean' ? used : null,
    permits: permits === null ? null : String(permits),
    block: state.block,
  }
}

/** Each node knows its own waiting transactions. */
const figuresOf = (told: Awaited<ReturnType<typeof noncesAt>>) => ({
  latest: exactly(told.latest),
  pending: exactly(told.pending),
  authorizationUsed: exactly(told.used),
  permitNonce: exactly(told.permits),
  balanceNative: exactly(String(told.balance)),
  blockHash: exactly(told.block.hash),
})
