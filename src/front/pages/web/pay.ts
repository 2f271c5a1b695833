/** How a page pays for a call. Each function returns the headers of the payment. */

export interface Wallet {
  readonly info: {
    readonly uuid: string
    readonly name: string
    readonly icon: string
    readonly rdns: string
  }
  readonly provider: { request(call: { method: string; params?: unknown }): Promise<unknown> }
}
export interface Offer {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}
export interface Quote {
  readonly x402Version: number
  readonly resource: unknown
  readonly accepts: readonly Offer[]
}
/** The message to the worker. */
export interface Puzzle {
  readonly challenge: string
  readonly difficulty: number
}

/** The message of the worker: the nonce, or how many it has tried so far. */
export type WorkerNews = { readonly nonce: string } | { readonly tried: number }

export type Headers = Readonly<Record<string, string>>

/** Collects the wallets that announce themselves (EIP-6963), in their own order. */
export function wallets(onFound: (all: readonly Wallet[]) => void): void {
  const found = new Map<string, Wallet>()
  addEventListener('eip6963:announceProvider', (event) => {
    const wallet = (event as CustomEvent<Wallet>).detail
    found.set(wallet.info.uuid, wallet)
    onFound([...found.values()])
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  setTimeout(() => onFound([...found.values()]), 400)
}

export const quoteOf = (reply: Response): Quote =>
  JSON.parse(decodeURIComponent(escape(atob(reply.headers.get('payment-required') ?? '')))) as Quote

const hex = (n: number): string => `0x${n.toString(16)}`
const typed = (pairs: string): readonly { name: string; type: string }[] =>
  pairs.split(' ').map((pair) => ({ type: pair.split(':')[0]!, name: pair.split(':')[1]! }))

export class Declined extends Error {}

/** Signs an EIP-3009 transfer for one offer. It needs no approval, no transaction and no gas. */
export async function payByWallet(
  { provider }: Wallet,
  quote: Quote,
  told: (text: string) => void,
): Promise<Headers> {
  const ask = async <T>(method: string, params?: unknown): Promise<T> => {
    try {
      return (await provider.request({ method, ...(params === undefined ? {} : { params }) })) as T
    } catch (thrown) {
      if ((thrown as { code?: number }).code === 4001)
        throw new Declined('You declined in the wallet. Nothing was paid.')
      throw thrown
    }
  }
  const offers = quote.accepts.filter(
    (o) => o.scheme === 'exact' && o.network.startsWith('eip155:'),
  )
  if (offers.length === 0)
    throw new Error('No network of this tool can be paid from a browser wallet.')
  told('Connecting…')
  const [from] = await ask<string[]>('eth_requestAccounts')
  const current = Number.parseInt(await ask<string>('eth_chainId'), 16)
  const offer = offers.find((o) => o.network === `eip155:${current}`) ?? offers[0]!
  const chainId = Number(offer.network.slice(7))
  if (chainId !== current) {
    told('Changing the network…')
    await ask('wallet_switchEthereumChain', [{ chainId: hex(chainId) }])
  }
  const random = [...crypto.getRandomValues(new Uint8Array(32))]
  const nonce = `0x${random.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const now = Math.floor(Date.now() / 1000)
  const authorization = {
    from,
    to: offer.payTo,
    value: offer.amount,
    validAfter: '0',
    validBefore: String(now + offer.maxTimeoutSeconds),
    nonce,
  }
  told('Waiting for your signature…')
  const signature = await ask<string>('eth_signTypedData_v4', [
    from,
    JSON.stringify({
      types: {
        EIP712Domain: typed('string:name string:version uint256:chainId address:verifyingContract'),
        TransferWithAuthorization: typed(
          'address:from address:to uint256:value uint256:validAfter uint256:validBefore bytes32:nonce',
        ),
      },
      primaryType: 'TransferWithAuthorization',
      domain: {
        name: offer.extra.name,
        version: offer.extra.version,
        chainId,
        verifyingContract: offer.asset,
      },
      message: authorization,
    }),
  ])
  const payload = {
    x402Version: quote.x402Version,
    resource: quote.resource,
    accepted: offer,
    payload: { signature, authorization },
  }
  return { 'payment-signature': btoa(unescape(encodeURIComponent(JSON.stringify(payload)))) }
}

/** Computes a proof of work in a worker, so that the page stays responsive. */
export async function payByWork(
  slug: string,
  told: (share: number, text: string) => void,
  signal: AbortSignal,
): Promise<Headers> {
  const reply = await fetch(`/api/pow/challenge?slug=${encodeURIComponent(slug)}`, { signal })
  if (!reply.ok) throw new Error(((await reply.json()) as { error: string }).error)
  const { token, ...puzzle } = (await reply.json()) as Puzzle & { readonly token: string }
  const worker = new Worker(new URL('pow-worker.js', import.meta.url), { type: 'module' })
  const expected = 2 ** puzzle.difficulty
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Declined('Stopped.')))
      worker.addEventListener('error', () => reject(new Error('The worker stopped.')))
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerNews>) => {
        if ('nonce' in data) return resolve({ 'x-pow-solution': `${token}:${data.nonce}` })
        const tries = `${Math.round(data.tried / 1000)}k of about ${Math.round(expected / 1000)}k`
        told(1 - Math.exp(-data.tried / expected), `Working: ${tries} tries`)
      })
      worker.postMessage(puzzle)
    })
  } finally {
    worker.terminate()
  }
}
