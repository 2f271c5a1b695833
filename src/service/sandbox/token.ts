import { readFile } from 'node:fs/promises'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Client } from '../../outside/net/request.ts'
import { COLLECTOR, ESCROW } from '../../outside/chains/evm/escrow.ts'
import type { PayableEvmNetwork } from '../../outside/chains/networks.ts'
import { rpc } from './anvil.ts'

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const SLOTS = { name: 0n, symbol: 1n, version: 2n, balances: 4n } as const

/**
 * Puts a USDC-shaped token at the address that buyers' software expects, without a deployment: its
 * code and its storage are written straight into the chain.
 */
export async function plantToken(
  client: Client,
  url: string,
  { asset, domain }: PayableEvmNetwork,
  balances: Readonly<Record<string, bigint>>,
): Promise<void> {
  const code = await bytecode()
  const set = (slot: string, value: string) =>
    rpc(client, url, 'anvil_setStorageAt', [asset, slot, value])
  await rpc(client, url, 'anvil_setCode', [asset, code.TestUSD])
  await rpc(client, url, 'anvil_setCode', [MULTICALL3, code.Multicall3Lite])
  await set(word(SLOTS.name), shortText(domain.name))
  await set(word(SLOTS.symbol), shortText('USDC'))
  await set(word(SLOTS.version), shortText(domain.version))
  for (const [holder, amount] of Object.entries(balances))
    await set(balanceSlot(holder), word(amount))
}

/**
 * Puts the escrow of payment channels, and the contract that takes its deposits, at the addresses
 * that they have on every chain.
 */
export async function plantEscrow(client: Client, url: string): Promise<void> {
  const code = await bytecode()
  await rpc(client, url, 'anvil_setCode', [ESCROW, code.Escrow])
  await rpc(client, url, 'anvil_setCode', [COLLECTOR, code.Eip3009Collector])
}

/** Base units that an address holds. */
export async function balanceOf(
  client: Client,
  url: string,
  asset: string,
  holder: string,
): Promise<bigint> {
  const data = `0x70a08231${holder.slice(2).padStart(64, '0')}`
  return BigInt(String(await rpc(client, url, 'eth_call', [{ to: asset, data }, 'latest'])))
}

type Contract = 'TestUSD' | 'Multicall3Lite' | 'Escrow' | 'Eip3009Collector'

async function bytecode(): Promise<Readonly<Record<Contract, string>>> {
  const file = new URL('./contracts/bytecode.json', import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Record<Contract, string>
}

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`

/**
 * How Solidity stores a string of at most 31 bytes: left-aligned, twice its length in the last
 * byte.
 */
function shortText(text: string): string {
  const bytes = Buffer.alloc(32)
  bytes.writeUInt8(bytes.write(text, 0, 31) * 2, 31)
  return `0x${bytes.toString('hex')}`
}

function balanceSlot(holder: string): string {
  const key = Buffer.from(holder.slice(2).padStart(64, '0') + word(SLOTS.balances).slice(2), 'hex')
  return `0x${Buffer.from(keccak_256(key)).toString('hex')}`
}
