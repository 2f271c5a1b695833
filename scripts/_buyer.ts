import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { x402Client, wrapFetchWithPayment } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { evm, Mppx, tempo } from 'mppx/client'
import { createClient, createPublicClient, http, parseAbi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tempo as tempoChain } from 'viem/tempo/chains'

/** A chain of the sandbox, and the money of it that buyers hold. */
export interface SandboxChain {
  readonly network: string
  readonly chainId: number
  readonly rpcUrl: string
  readonly tokenAddress: Hex
  readonly payTo: Hex
  readonly privateKeys: readonly [Hex, ...Hex[]]
}

/** What the sandbox file says: everything that a buyer needs. */
export interface SandboxFile {
  /** The chain of x402 first; a Tempo chain beside it, where calls are sold over MPP. */
  readonly chains: readonly [SandboxChain, ...SandboxChain[]]
  readonly creditsKey: string
}

export const baseUrl = (): string =>
  process.env['FAREBOX_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 4020}`

export async function readSandbox(): Promise<SandboxFile> {
  const file = join(process.env['DATA_DIR'] ?? 'data', 'sandbox.json')
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SandboxFile
  } catch {
    throw new Error(
      `${file} cannot be read: start the server from this folder (npm start), without PAY_TO, or set DATA_DIR and FAREBOX_URL to those of a running one`,
    )
  }
}

/** `fetch` that pays with a sandbox wallet, through the stock x402 client and its own defaults. */
export function payingFetch(sandbox: SandboxFile): typeof fetch {
  const account = buyerAccount(sandbox.chains[0])
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}

/** The same through the stock MPP client, by its method `evm`. */
export function payingByEvm({ chains: [chain] }: SandboxFile): typeof fetch {
  const charge = evm.charge({
    account: buyerAccount(chain),
    networks: [chain.chainId],
    currencies: [evm.assets.baseSepolia.USDC],
  })
  return Mppx.create({ polyfill: false, methods: [charge] }).fetch as typeof fetch
}

/** And by its method `tempo`, which is led to the sandbox instead of the real chain. */
export function payingByTempo(chain: SandboxChain): typeof fetch {
  const rpcUrls = { default: { http: [chain.rpcUrl] } }
  const client = createClient({ chain: { ...tempoChain, rpcUrls }, transport: http() })
  const account = buyerAccount(chain)
  const charge = tempo.charge({ account, getClient: async () => client })
  return Mppx.create({ polyfill: false, methods: [charge] }).fetch as typeof fetch
}

const buyerAccount = ({ privateKeys: [key] }: SandboxChain) => privateKeyToAccount(key)

export const buyerOn = (chain: SandboxChain): Hex => buyerAccount(chain).address

/** Base units of the token of a sandbox chain. */
export function balance({ rpcUrl, tokenAddress }: SandboxChain, holder: Hex): Promise<bigint> {
  return createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: tokenAddress,
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    functionName: 'balanceOf',
    args: [holder],
  })
}

/** The header that pays a pure tool with work. */
export async function solve(url: string, slug: string): Promise<string> {
  const answer = await fetch(`${url}/api/pow/challenge?slug=${slug}`)
  const given = (await answer.json()) as {
    challenge: string
    difficulty: number
    token: string
    error?: string
  }
  if (!answer.ok) throw new Error(given.error)
  for (let nonce = 0; ; nonce++) {
    const digest = hash('sha256', `${given.challenge}:${nonce}`, 'buffer')
    const bits = digest.readUInt32BE(0) >>> (32 - Math.min(given.difficulty, 31)) === 0
    if (bits) return `${given.token}:${nonce}`
  }
}
