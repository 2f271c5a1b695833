import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NETWORKS } from '../src/outside/chains/networks.ts'

const FILE = 'src/outside/chains/networks.ts'
/** The rows after the EVM networks begin with this line. */
const OTHERS = "  {\n    id: 'solana:"
const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** One row of the table of networks. */
export interface NewNetwork {
  readonly chainId: number
  readonly name: string
  /** Contract of the token, and its name in the EIP-712 domain. */
  readonly asset: string
  readonly tokenName: string
  readonly facilitator: string
}

/** Writes the row of an EVM network after those that are there; answers the file. */
export async function writeNetwork(root: string, network: NewNetwork): Promise<readonly string[]> {
  const { chainId, name, asset, tokenName, facilitator } = network
  if (!Number.isSafeInteger(chainId) || chainId <= 0)
    throw new Error('chain id: must be a positive integer')
  if (!ADDRESS.test(asset))
    throw new Error('asset: must be the address of a token, 0x and 40 hex digits')
  if (!URL.canParse(facilitator))
    throw new Error('facilitator: must be an address such as https://...')
  const id = `eip155:${chainId}`
  if (NETWORKS.some((row) => row.id === id)) throw new Error(`${id} is there already`)
  const text = await readFile(join(root, FILE), 'utf8')
  const at = text.indexOf(OTHERS)
  if (at < 0) throw new Error(`${FILE}: no row of Solana to write the new one before`)
  const row = `  evm(${chainId}, ${quoted(name)}, '${asset}', ${quoted(tokenName)}, {
    facilitator: ${quoted(facilitator)},
  }),
`
  await writeFile(join(root, FILE), text.slice(0, at) + row + text.slice(at))
  return [FILE]
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
