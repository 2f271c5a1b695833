import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import type { EvmNetwork } from '../../../../engines/onchain/chains/evm-networks.ts'
import { knownTokenAt } from '../../../../engines/onchain/chains/known-tokens.ts'
import { stablecoinAt, stablecoinOf } from '../../../../engines/onchain/stablecoins.ts'
import { baseOf } from '../../../../engines/onchain/token-units.ts'

/** The EIP-712 domain and the decimals of a token that this service does not list. */
export const tokenFields = {
  tokenName: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('EIP-712 name of the token, if this service does not list the token.'),
  tokenVersion: z
    .string()
    .min(1)
    .max(20)
    .optional()
    .describe('EIP-712 version of the token, if this service does not list the token.'),
  decimals: z
    .int()
    .min(0)
    .max(36)
    .optional()
    .describe('Decimals of the token, if this service does not list it, 0 to 36.'),
}

export interface TokenGiven {
  readonly network: EvmNetwork
  readonly token?: `0x${string}` | undefined
  readonly tokenName?: string | undefined
  readonly tokenVersion?: string | undefined
  readonly decimals?: number | undefined
}

/** The token and its decimals; USDC of the network if the input names no token. */
export function tokenOf({ network, token, decimals }: TokenGiven) {
  const chain = `eip155:${network.chainId}`
  const coin = token ? stablecoinAt(chain, token) : stablecoinOf('USDC', chain)
  const address = token ?? coin?.address
  if (address === undefined)
    throw badInput(`token: is required on ${network.slug}, where no USDC issued by Circle is known`)
  const known = coin ?? knownTokenAt(network, address)
  const places = known?.decimals ?? decimals
  if (places === undefined)
    throw badInput('decimals: is required, because this service does not list this token')
  if (known && decimals !== undefined && decimals !== known.decimals)
    throw badInput(`decimals: must be ${known.decimals}, as ${known.symbol} has`)
  return { address, coin, symbol: known?.symbol ?? null, decimals: places }
}

/** The EIP-712 domain under which holders of the token sign. */
export function domainOf(given: TokenGiven) {
  const { coin, address } = tokenOf(given)
  const { network, tokenName, tokenVersion } = given
  const name = coin?.domain?.name ?? tokenName
  const version = coin?.domain?.version ?? tokenVersion
  if (name === undefined)
    throw badInput('tokenName: is required, because the EIP-712 domain of this token is unknown')
  if (version === undefined)
    throw badInput('tokenVersion: is required, because the EIP-712 domain of this token is unknown')
  const isOther = (tokenName ?? name) !== name || (tokenVersion ?? version) !== version
  if (isOther) throw badInput(`tokenName, tokenVersion: must be ${name} and ${version} there`)
  return { name, version, chainId: network.chainId, verifyingContract: address }
}

export function baseAmount(amount: string, decimals: number): string {
  const base = baseOf(amount, decimals)
  if (typeof base === 'string') throw badInput(`amount: ${base}`)
  if (base >= 2n ** 256n) throw badInput('amount: must fit into 256 bits of base units')
  return String(base)
}

export const TypedDataShape = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})
