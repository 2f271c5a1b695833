import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where to buy, and what with. The defaults are those of `npm start`, with test money. */
const SANDBOX_BUYER = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

export const url = process.env['FAREBOX_URL'] ?? 'http://127.0.0.1:4020'
export const walletKey = (process.env['WALLET_KEY'] ?? SANDBOX_BUYER) as `0x${string}`
export const chainId = Number(process.env['CHAIN_ID'] ?? 84532)

export function creditsKey(): string {
  const given = process.env['FAREBOX_CREDITS_KEY']
  if (given) return given
  const folder = process.env['DATA_DIR'] ?? fileURLToPath(new URL('../data', import.meta.url))
  const file = join(folder, 'sandbox.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { creditsKey: string }).creditsKey
}
