import { z } from 'zod'
import { badInput } from '../../core/fault.ts'
import { checksummed, evmAddressProblem } from '../account-address.ts'
import { EVM_NETWORK_NAMES, evmNetworkNamed, type EvmNetwork } from './evm-networks.ts'

/** Input fields that the tools on chains share. */

const ZERO = /^0x0{40}$/

/** An EVM address in either form, read in checksum form; a wrong checksum is refused. */
export const evmAddress = () =>
  z
    .string()
    .trim()
    .max(42)
    .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an EVM address: 0x and 40 hex digits' })
    .refine((text) => ZERO.test(text) || evmAddressProblem(text) === null, {
      error: 'has a wrong checksum: a letter or its case is mistyped',
    })
    .overwrite((text) => checksummed(text))

export const hash32 = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^0x[0-9a-fA-F]{64}$/, { error: `must be ${what}: 0x and 64 hex digits` })
    .overwrite((text) => text.toLowerCase())

/** Bytes as hex with `0x`, of at most so many. */
export const hexData = (bytesMax: number) =>
  z
    .string()
    .trim()
    .max(bytesMax * 2 + 2, { error: `must have at most ${bytesMax} bytes`, abort: true })
    .regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be 0x and hex digits in pairs' })
    .overwrite((text) => text.toLowerCase())

export const networkField = (byDefault: string) =>
  z
    .string()
    .trim()
    .max(40)
    .default(byDefault)
    .describe('EVM network by name or chain id, such as base or 8453.')

/** A number, a tag, a hash, or `-100` for that many blocks back. */
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
