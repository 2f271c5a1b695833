/** A seller that speaks x402 and MPP, and a facilitator, as their specifications write them. */
const QUOTE = {
  x402Version: 2,
  error: 'Payment required',
  resource: {
    url: 'https://example.com/api/tool',
    description: 'A paid tool.',
    mimeType: 'application/json',
  },
  accepts: [
    offer('20000', 'eip155:137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
    offer('10000', 'eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  ],
}

function offer(amount: string, network: string, asset: string) {
  return {
    scheme: 'exact',
    network,
    amount,
    asset,
    payTo: '0x2222222222222222222222222222222222222222',
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  }
}

const REQUEST = {
  amount: '10000',
  currency: '0x20c0000000000000000000000000000000000000',
  methodDetails: { chainId: 4217 },
  recipient: '0x2222222222222222222222222222222222222222',
}

const encoded = (value: unknown, form: 'base64' | 'base64url'): string =>
  Buffer.from(JSON.stringify(value)).toString(form)

const KINDS = [
  { x402Version: 2, scheme: 'exact', network: 'eip155:8453' },
  { x402Version: 2, scheme: 'upto', network: 'eip155:8453', extra: { facilitatorAddress: '0x1' } },
  { x402Version: 1, scheme: 'exact', network: 'base-sepolia' },
]

export const SHOP_PAGES = {
  '/api/tool': {
    status: 402,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'payment-required': encoded(QUOTE, 'base64'),
      'www-authenticate': `Payment id="a1", realm="example.com", method="tempo", intent="charge", request="${encoded(REQUEST, 'base64url')}", expires="2099-01-01T00:00:00Z"`,
    },
    body: '{}',
  },
  '/facilitator/supported': {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      kinds: KINDS,
      extensions: ['bazaar'],
      signers: { 'eip155:*': ['0x1111111111111111111111111111111111111111'] },
    }),
  },
}
