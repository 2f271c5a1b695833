import { z } from 'zod'
import {
  algorandAddressProblem,
  evmAddressProblem,
  solanaAddressProblem,
  stellarAddressProblem,
} from '../../engines/onchain/account-address.ts'
import { flag } from '../../base/lib/fields.ts'
import { listOf, sound } from './kinds.ts'

/** Payees, networks and rails. */
export const PAYMENTS = {
  PAY_TO: z
    .string()
    .check(sound(evmAddressProblem))
    .optional()
    .describe(
      'EVM address that receives payments. Setting it turns the sandbox off and real networks on.',
    ),
  PAY_TO_SOLANA: z
    .string()
    .check(sound(solanaAddressProblem))
    .optional()
    .describe('Solana address that receives payments; its token account must exist.'),
  PAY_TO_ALGORAND: z
    .string()
    .check(sound(algorandAddressProblem))
    .optional()
    .describe('Algorand address that receives payments; it must hold the asset.'),
  PAY_TO_STELLAR: z
    .string()
    .check(sound(stellarAddressProblem))
    .optional()
    .describe('Stellar address that receives payments.'),
  NETWORKS: listOf(
    z.string().regex(/^[a-z0-9]+:[A-Za-z0-9+/=_-]+$/, {
      error: 'must be CAIP-2 ids, such as eip155:8453 for Base',
    }),
  )
    .default(['eip155:8453', 'eip155:42220'])
    .describe('Comma-separated CAIP-2 ids of the networks to be paid on, when `PAY_TO` is set.'),
  FACILITATOR_URL: listOf(z.string().regex(/^https?:\/\//, { error: 'must be http(s) addresses' }))
    .optional()
    .describe(
      'Comma-separated x402 facilitators, tried in this order. Default: the public facilitator that each network lists in src/outside/chains/networks.ts.',
    ),
  FACILITATOR_AUTHORIZATION: z
    .string()
    .regex(/^[!-~]+( [!-~]+)+$/, {
      error: 'must be the whole value of the header, such as Bearer and a token',
    })
    .optional()
    .describe('Value of the `Authorization` header sent to the facilitator.'),
  FACILITATOR_KEY_ID: z
    .string()
    .regex(/^[!-~]+$/, { error: 'must be the id of a key, without spaces' })
    .optional()
    .describe(
      'Id of the key that signs a fresh token for each request to `FACILITATOR_URL`, as Coinbase CDP asks for at `https://api.cdp.coinbase.com/platform/v2/x402`.',
    ),
  FACILITATOR_KEY_SECRET: z
    .string()
    .optional()
    .describe(
      'Secret of `FACILITATOR_KEY_ID`: Ed25519 in base64, or EC P-256 as PEM, with `\\n` for its line ends.',
    ),
  MPP: flag
    .default(true)
    .describe('`false`: calls are not sold over the Machine Payments Protocol.'),
  TEMPO_RPC_URL: z
    .string()
    .regex(/^https?:\/\//, { error: 'must be an http(s) address' })
    .default('https://rpc.tempo.xyz')
    .describe('JSON-RPC endpoint of the Tempo chain, for MPP.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(org_)?(test|live)_\w+$/, {
      error: 'must be a secret or restricted key of Stripe: sk_live_..., sk_test_... or rk_...',
    })
    .optional()
    .describe(
      'Stripe key. With it, people buy by card at the page of Stripe; with `STRIPE_NETWORK_ID` too, cards pay calls of $0.50 or more over MPP.',
    ),
  STRIPE_NETWORK_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{3,100}$/, {
      error: 'must be an id of Stripe: letters, digits, _ and -',
    })
    .optional()
    .describe('Stripe network id of this seller, which buyers share their payment tokens with.'),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe('Address of the Stripe API; another one is for tests.'),
  POW_DIFFICULTY: z.coerce
    .number()
    .int()
    .min(8)
    .max(28)
    .default(16)
    .describe('Leading zero bits of a proof of work; 16 is about 65,000 hashes.'),
}
