import { z } from 'zod'
import { checksummed, evmAddressProblem } from './account-address.ts'
import { EVM_NETWORK_NAMES, evmNetworkNamed } from './chains/evm-networks.ts'

/** Input fields of tools about EVM networks, so that each is read the same everywhere. */

const ZERO = /^0x0{40}$/

/** An EVM address in either case, read into checksum form; a wrong checksum is refused. */
export const evmAddress = ({ zero = false }: { readonly zero?: boolean } = {}) =>
  z
    .string()
    .max(128)
    .transform((text, context) => {
      const bare = text.trim()
      const problem = zero && ZERO.test(bare) ? null : evmAddressProblem(bare)
      if (problem === null) return checksummed(bare)
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    })

/** An EVM network by name, chain id or CAIP-2 id. */
export const evmNetwork = () =>
  z
    .string()
    .max(40)
    .default('base')
    .transform((text, context) => {
      const network = evmNetworkNamed(text)
      if (network) return network
      context.addIssue({
        code: 'custom',
        message: `must be an EVM network by name, chain id or CAIP-2 id: ${EVM_NETWORK_NAMES}`,
      })
      return z.NEVER
    })

/** An amount as decimal text, such as 0.01; JSON numbers are read as they are written. */
export const amountText = () =>
  z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z
        .string()
        .max(120)
        .regex(/^\d{1,60}(\.\d{1,60})?$/, {
          error: 'must be a decimal number as text, such as 12.5',
        }),
    )
    .meta({ type: 'string' })

/** 32 bytes of hex. */
export const bytes32 = () =>
  z.string().regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be 32 bytes: 0x and 64 hex digits' })
