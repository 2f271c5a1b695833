import { z } from 'zod'
import { crossCheckField } from '../../../base/lib/cross-check.ts'
import { badInput } from '../../../base/core/fault.ts'
import { checksummed, evmAddressProblem } from '../account-address.ts'
import { EVM_NETWORK_NAMES, evmNetworkNamed, type EvmNetwork } from './evm-networks.ts'

/** Input fields that the tools on chains share. */

/** An EVM address with or without checksum, returned with checksum. A wrong checksum is refused. */
export const evmAddress = ({ zero = false }: { readonly zero?: boolean } = {}) =>
  z
    .string()
    .trim()
    .max(42)
    .regex(/^0x[0-9a-fA-F]{40}$/, {
      error: 'must be an EVM address: 0x and 40 hex digits',
      abort: true,
    })
    .refine((text) => zero || !ZERO.test(text), { error: 'is the zero address, which is nobody' })
    .refine((text) => ZERO.test(text) || evmAddressProblem(text) === null, {
      error: 'has a wrong checksum: a letter or its case is mistyped',
    })
    .transform((text) => checksummed(text))

const ZERO = /^0x0{40}$/

export const nodesCrossCheck = () => crossCheckField('the nodes of the chain, at one block')

export const hash32 = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^0x[0-9a-fA-F]{64}$/, { error: `must be ${what}: 0x and 64 hex digits` })
    .overwrite((text) => text.toLowerCase())

/** Bytes as hex with `0x`, at most `bytesMax` of them. */
export const hexData = (bytesMax: number) =>
  z
    .string()
    .trim()
    .max(bytesMax * 2 + 2, { error: `must have at most ${bytesMax} bytes`, abort: true })
    .regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be 0x and hex digits in pairs' })
    .overwrite((text) => text.toLowerCase())

/** 32 bytes of hex. Upper and lower case are kept. */
export const bytes32 = () =>
  z.string().regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be 32 bytes: 0x and 64 hex digits' })

/** An amount as decimal text, such as 0.01. JSON numbers are accepted too. */
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

/** An EVM network, read as its name: base for 8453. */
export const networkField = (byDefault: string) =>
  z
    .string()
    .trim()
    .max(40)
    .refine((text) => evmNetworkNamed(text) !== undefined, {
      error: `must be an EVM network by name, chain id or CAIP-2 id: ${EVM_NETWORK_NAMES}`,
      abort: true,
    })
    .overwrite((text) => evmNetworkNamed(text)?.slug ?? text)
    .default(byDefault)
    .describe('EVM network by name or chain id, such as base or 8453.')

/** The same, read as the network itself. */
export const evmNetwork = (byDefault = 'base') =>
  networkField(byDefault).transform((text) => evmNetworkNamed(text)!)

/** A block: a number, a tag, a hash, or `-100` for that many blocks back. */
export const blockField = () =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string()
      .trim()
      .regex(/^(latest|safe|finalized|earliest|-?\d{1,12}|0x[0-9a-fA-F]{64})$/, {
        error: 'must be a block number, latest, safe, finalized, earliest or a block hash',
      }),
  )

/** Networks by their names, separated by commas, each once; others are a fault of `networks`. */
export function networksIn(text: string, most: number): readonly EvmNetwork[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const found = names.map((name) => {
    const network = evmNetworkNamed(name)
    if (network) return network
    throw badInput(`networks: ${name} is not known; the networks are ${EVM_NETWORK_NAMES}.`)
  })
  const networks = [...new Set(found)]
  if (networks.length === 0 || networks.length > most)
    throw badInput(`networks: name 1 to ${most} networks, separated by commas.`)
  return networks
}
