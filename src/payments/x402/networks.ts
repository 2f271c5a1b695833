/** One network on which a buyer can pay with a USD stablecoin over x402. Data, no behaviour. */
export interface Network {
  /** CAIP-2 id. */
  readonly id: string
  readonly name: string
  /** Token contract. */
  readonly asset: string
  readonly decimals: number
  /** EIP-712 domain of the token, which buyers sign under. */
  readonly domain: { readonly name: string; readonly version: string }
  readonly blockSeconds: number
  /** The facilitator used where the operator names none. */
  readonly facilitator?: string
  readonly testnet?: true
}

export const NETWORKS: readonly Network[] = [
  {
    id: 'eip155:8453',
    name: 'Base',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
    domain: { name: 'USD Coin', version: '2' },
    blockSeconds: 2,
    facilitator: 'https://facilitator.payai.network',
  },
  {
    id: 'eip155:84532',
    name: 'Base Sepolia',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    decimals: 6,
    domain: { name: 'USDC', version: '2' },
    blockSeconds: 2,
    facilitator: 'https://x402.org/facilitator',
    testnet: true,
  },
]

export function networkOf(id: string): Network {
  const network = NETWORKS.find((row) => row.id === id)
  if (!network) throw new Error(`no network is called ${id}`)
  return network
}
