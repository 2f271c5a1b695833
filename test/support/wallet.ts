import { createPublicClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { BrowserContext } from 'playwright-core'
import { BUYER_KEYS } from './buyer.ts'
import type { TestService } from './service.ts'

/** A wallet of a browser: it announces itself by EIP-6963 and holds money on the sandbox chain. */
export interface BrowserWallet {
  announceIn(context: BrowserContext): Promise<void>
  /** Base units of the token. */
  balance(): Promise<bigint>
  /** Methods that the page has called, in order. */
  readonly asked: readonly string[]
}

const ELSEWHERE = '0x1'
const DECLINED = 4001

export async function signingWallet(
  { sandbox }: TestService,
  { declines = false }: { readonly declines?: boolean } = {},
): Promise<BrowserWallet> {
  if (!sandbox) throw new Error('this needs a sandbox')
  const account = privateKeyToAccount(BUYER_KEYS[1])
  const { network, rpcUrl } = sandbox
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const asked: string[] = []
  let chainId = ELSEWHERE

  async function answer(method: string, params: unknown): Promise<unknown> {
    asked.push(method)
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'eth_chainId') return chainId
    if (method === 'wallet_switchEthereumChain') {
      ;[{ chainId }] = params as [{ chainId: string }]
      return null
    }
    if (method !== 'eth_signTypedData_v4') throw new Error(`a wallet was asked for ${method}`)
    if (declines) return { declined: DECLINED }
    const [, typed] = params as [string, string]
    return account.signTypedData(JSON.parse(typed) as Parameters<typeof account.signTypedData>[0])
  }

  return {
    asked,
    balance: () =>
      chain.readContract({
        address: network.asset as `0x${string}`,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account.address],
      }),
    async announceIn(context) {
      await context.exposeFunction('askWallet', answer)
      await context.addInitScript(announce)
    },
  }
}

/** Runs in the page. */
function announce(): void {
  type Ask = (method: string, params: unknown) => Promise<unknown>
  const page = globalThis as unknown as EventTarget & { readonly askWallet: Ask }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      const said = await page.askWallet(method, params)
      const declined = (said as { declined?: number } | null)?.declined
      if (declined) throw Object.assign(new Error('declined'), { code: declined })
      return said
    },
  }
  const info = { uuid: 'a', name: 'Test wallet', icon: 'data:image/svg+xml,<svg/>', rdns: 'test' }
  const detail = Object.freeze({ info, provider })
  page.addEventListener('eip6963:requestProvider', () =>
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  )
}
