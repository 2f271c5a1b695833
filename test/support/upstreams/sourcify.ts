import { BASE_USDC, DANGER, PLAIN } from '../evm-world.ts'
import { standIn } from './define.ts'

/**
 * Shapes after services/server/src/apiv2.yaml of ethereum/sourcify
 * (https://sourcify.dev/server/api-docs/swagger.json). An unverified contract is a 404 whose match
 * is null.
 */
const ABI = [
  {
    type: 'function',
    name: 'implementation',
    inputs: [],
    outputs: [{ type: 'address', name: '' }],
    stateMutability: 'view',
  },
]

const verified = (address: string) => ({
  match: 'exact_match',
  creationMatch: 'exact_match',
  runtimeMatch: 'match',
  chainId: '8453',
  address,
  matchId: '3266227',
  verifiedAt: '2024-08-08T13:11:09Z',
  abi: ABI,
  sources: {
    'lib/Ownable.sol': { content: 'contract Ownable { address owner = tx.origin; }' },
    'src/FiatTokenProxy.sol': { content: 'pragma solidity 0.6.12;\ncontract FiatTokenProxy {}' },
  },
  compilation: {
    language: 'Solidity',
    compiler: 'solc',
    compilerVersion: '0.6.12+commit.27d51765',
    compilerSettings: {},
    name: 'FiatTokenProxy',
    fullyQualifiedName: 'src/FiatTokenProxy.sol:FiatTokenProxy',
  },
  proxyResolution: {
    isProxy: true,
    proxyType: 'ZeppelinOSProxy',
    implementations: [{ address: PLAIN, name: 'FiatTokenV2_2' }],
  },
})

const writer = (name: string, ...types: readonly string[]) => ({
  type: 'function',
  name,
  inputs: types.map((type) => ({ type, name: '' })),
  outputs: [],
  stateMutability: 'nonpayable',
})

const dangerous = (address: string) => ({
  ...verified(address),
  abi: [
    writer('mint', 'address', 'uint256'),
    writer('pause'),
    writer('transfer', 'address', 'uint256'),
    { ...writer('isBlacklisted', 'address'), stateMutability: 'view' },
    { ...writer('mintingFee'), stateMutability: 'view' },
    writer('setFeeReceiver', 'address'),
    writer('enableTrading'),
  ],
  proxyResolution: { isProxy: false },
})

export default standIn({
  at: 'UPSTREAM_SOURCIFY_URL',
  answer({ path }) {
    const [, chain, address = ''] = /^\/server\/v2\/contract\/(\d+)\/(0x\w{40})$/.exec(path) ?? []
    if (chain === undefined) return undefined
    if (chain !== '8453' && chain !== '1')
      return Response.json(
        { customCode: 'unsupported_chain', message: 'not supported', errorId: '1' },
        { status: 404 },
      )
    if (chain === '8453' && address === BASE_USDC) return verified(address)
    if (chain === '8453' && address === DANGER) return dangerous(address)
    const none = { match: null, creationMatch: null, runtimeMatch: null, chainId: chain, address }
    return Response.json(none, { status: 404 })
  },
})
