import { z } from 'zod'
import {
  algorandAddressProblem,
  evmAddressProblem,
  solanaAddressProblem,
} from '../../engines/onchain/account-address.ts'
import { algorandKeyIn, solanaKeyIn } from '../../engines/onchain/ed25519.ts'
import { dollars, sound } from './kinds.ts'

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/
const PAIR_PROBLEM =
  'must be the 64 bytes of a key pair, a secret half and its own public key, as base58 or as JSON'
const WORDS_PROBLEM =
  'must be the 64 bytes of a key pair in base64, a secret half and its own public key, not 25 words'

/** How this service buys from other sellers. */
export const PURSE = {
  PURSE_KEY: z
    .string()
    .regex(PRIVATE_KEY, { error: 'must be 0x and 64 hex digits' })
    .optional()
    .describe(
      'Private key of the wallet that buys from other sellers on Base. It receives what routed calls pay, and should hold no more than may be lost.',
    ),
  PURSE_KEY_SOLANA: z
    .string()
    .check(sound((text) => (solanaKeyIn(text) ? null : PAIR_PROBLEM)))
    .optional()
    .describe(
      'Secret key of the wallet that buys on Solana: 64 bytes in base58, or the list of numbers that `solana-keygen` writes.',
    ),
  PURSE_KEY_ALGORAND: z
    .string()
    .check(sound((text) => (algorandKeyIn(text) ? null : WORDS_PROBLEM)))
    .optional()
    .describe(
      'Secret key of the wallet that buys on Algorand: 64 bytes in base64, the secret half first.',
    ),
  PURSE_KEY_TEMPO: z
    .string()
    .regex(PRIVATE_KEY, { error: 'must be 0x and 64 hex digits' })
    .optional()
    .describe(
      'Private key of the wallet that buys on Tempo, from sellers that take MPP. It may be that of Base. The node is `TEMPO_RPC_URL`.',
    ),
  PURSE_TEMPO_TOKEN: z
    .enum(['USDC.e', 'pathUSD'])
    .default('USDC.e')
    .describe('Token that the purse pays with on Tempo, fees included: `USDC.e` or `pathUSD`.'),
  PURSE_ADDRESS: z
    .string()
    .check(sound(evmAddressProblem))
    .optional()
    .describe('Address that routed calls pay. Default: that of `PURSE_KEY`.'),
  PURSE_ADDRESS_SOLANA: z
    .string()
    .check(sound(solanaAddressProblem))
    .optional()
    .describe('Solana address that routed calls pay. Default: that of `PURSE_KEY_SOLANA`.'),
  PURSE_ADDRESS_ALGORAND: z
    .string()
    .check(sound(algorandAddressProblem))
    .optional()
    .describe('Algorand address that routed calls pay. Default: that of `PURSE_KEY_ALGORAND`.'),
  PURSE_CALL_USD: dollars('2').describe('The most that the purse spends for one call.'),
  PURSE_SELLER_DAY_USD: dollars('5').describe(
    'The most that the purse spends at one seller in a day.',
  ),
  PURSE_HOUR_USD: dollars('10').describe('The most that the purse spends in an hour.'),
  PURSE_DAY_USD: dollars('25').describe('The most that the purse spends in a day; 0 stops it.'),
  PURSE_BUYER_USD: dollars('6').describe(
    'The most that the purse spends for one buyer whose own payments have not settled.',
  ),
} as const
