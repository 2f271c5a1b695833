import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '../../outside/net/request.ts'
import { evmNetworkOf, type PayableEvmNetwork } from '../../outside/chains/networks.ts'
import { PATH_USD, TEMPO_CHAIN } from '../../outside/chains/tempo/tokens.ts'
import { answers, startAnvil, type Anvil, type AnvilOptions } from './anvil.ts'
import { openTempoProxy, startTempoNode } from './tempo.ts'
import { startSandboxSellers, type SandboxSeller } from './sellers.ts'
import { plantEscrow, plantToken } from './token.ts'

/**
 * The well-known accounts of anvil's test mnemonic. Everybody has their keys; they hold nothing but
 * the money of a chain that lives on this machine.
 */
const ACCOUNTS = {
  settler: {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    key: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  payTo: { address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' },
  /** Signs what is claimed from payment channels. */
  channels: { key: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e' },
  /** Buys from the small sellers beside the service. */
  purse: {
    address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    key: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  },
  buyers: [
    {
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      key: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    },
    {
      address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      key: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
    },
    {
      address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      key: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
    },
  ],
} as const

const NETWORK = 'eip155:84532'
const BUYER_FUNDS = 1_000_000_000_000n
const PURSE_FUNDS = 1_000_000_000n

export interface Sandbox {
  readonly network: PayableEvmNetwork
  readonly rpcUrl: string
  /** A Tempo chain beside it; null where MPP is off. */
  readonly tempoRpcUrl: string | null
  readonly payTo: string
  readonly settlementKey: `0x${string}`
  readonly purseKey: `0x${string}`
  readonly channelKey: `0x${string}`
  /** Small shops that sell over x402 on this chain, to be ranked and bought from. */
  readonly sellers: readonly SandboxSeller[]
  /** The file that tells outside programs how to buy here. */
  readonly file: string
  /** Written beside the chain, once the database has a key to give. */
  publish(creditsKey: string): Promise<void>
  /** The credits key that an earlier start published, if any. */
  readonly creditsKey: string | null
  stop(): Promise<void>
}

export interface SandboxOptions {
  readonly dataDir: string
  readonly anvilPath: string | null
  readonly path: string
  /** Starts a Tempo chain too. */
  readonly tempo: boolean
}

interface Published {
  /** The process that stops the chains when it ends. */
  readonly owner?: number
  readonly chains: readonly {
    readonly chainId: number
    /** The address of the node itself, without a proxy. */
    readonly nodeUrl: string
    readonly pid: number
  }[]
  readonly sellerPorts?: readonly number[]
  readonly creditsKey: string
}

/**
 * Chains to try everything on, with test money. Those of an earlier process that was killed are
 * taken over, so that what was paid there stays paid; those of a process that lives are left alone.
 */
export async function startSandbox(options: SandboxOptions, client: Client): Promise<Sandbox> {
  const network = evmNetworkOf(NETWORK)
  const file = join(options.dataDir, 'sandbox.json')
  const before = await published(file)
  const isOwned = isAlive(before?.owner)
  /** They outlive this process, so none is left behind when another part cannot be started. */
  const started: Anvil[] = []
  const leftOr = async (chainId: number, start: () => Promise<Anvil>): Promise<Anvil> => {
    const left = isOwned ? undefined : before?.chains.find((chain) => chain.chainId === chainId)
    if (!left || !(await answers(left.nodeUrl, chainId, client))) {
      const anvil = await start()
      started.push(anvil)
      return anvil
    }
    return { url: left.nodeUrl, pid: left.pid, stop: async () => void process.kill(left.pid) }
  }
  const where = { binary: options.anvilPath, path: options.path }
  const starting = [
    leftOr(network.chainId, () => startEvm(where, client, network)),
    options.tempo
      ? leftOr(TEMPO_CHAIN, () => startTempoNode(where, client))
      : Promise.resolve(null),
  ] as const
  const ports = before?.sellerPorts ?? []
  async function open() {
    const [anvil, tempoNode] = await Promise.all(starting)
    const tempo = tempoNode && (await openTempoProxy(tempoNode, client))
    const sellers = await startSandboxSellers({ network, rpcUrl: anvil.url, client, ports })
    return { anvil, tempoNode, tempo, sellers }
  }
  const { anvil, tempoNode, tempo, sellers } = await open().catch(async (thrown: unknown) => {
    await Promise.allSettled(starting)
    await Promise.all(started.map((each) => each.stop()))
    throw thrown
  })
  return {
    network,
    rpcUrl: anvil.url,
    tempoRpcUrl: tempo?.url ?? null,
    payTo: ACCOUNTS.payTo.address,
    settlementKey: ACCOUNTS.settler.key,
    purseKey: ACCOUNTS.purse.key,
    channelKey: ACCOUNTS.channels.key,
    sellers,
    file,
    creditsKey: before?.creditsKey ?? null,
    async publish(creditsKey) {
      const chains = [chainRecord({ ...anvil, nodeUrl: anvil.url }, network.chainId, network.asset)]
      if (tempo && tempoNode) {
        const chain = { ...tempo, nodeUrl: tempoNode.url }
        chains.push(chainRecord(chain, TEMPO_CHAIN, PATH_USD.address))
      }
      const sellerPorts = sellers.map(({ port }) => port)
      const facts = { owner: process.pid, chains, sellerPorts, creditsKey }
      const text = `${JSON.stringify(facts, null, 2)}\n`
      await writeFile(`${file}.new`, text, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    async stop() {
      await Promise.all([anvil.stop(), tempo?.stop(), ...sellers.map((each) => each.stop())])
    },
  }
}

/** What an outside program needs in order to buy on a chain. */
function chainRecord(
  { url, nodeUrl, pid }: Pick<Anvil, 'url' | 'pid'> & { readonly nodeUrl: string },
  chainId: number,
  tokenAddress: string,
) {
  return {
    network: `eip155:${chainId}`,
    chainId,
    rpcUrl: url,
    nodeUrl,
    tokenAddress,
    payTo: ACCOUNTS.payTo.address,
    privateKeys: ACCOUNTS.buyers.map(({ key }) => key),
    addresses: ACCOUNTS.buyers.map(({ address }) => address),
    pid,
  }
}

async function startEvm(
  where: Pick<AnvilOptions, 'binary' | 'path'>,
  client: Client,
  network: PayableEvmNetwork,
): Promise<Anvil> {
  const anvil = await startAnvil({ ...where, chainId: network.chainId }, client)
  const funds = ACCOUNTS.buyers.map(({ address }) => [address, BUYER_FUNDS] as const)
  const purse = [ACCOUNTS.purse.address, PURSE_FUNDS] as const
  try {
    await plantToken(client, anvil.url, network, Object.fromEntries([...funds, purse]))
    await plantEscrow(client, anvil.url)
    return anvil
  } catch (thrown) {
    await anvil.stop()
    throw thrown
  }
}

/** Whether another process lives under that id. */
function isAlive(pid: number | undefined): boolean {
  if (pid === undefined || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function published(file: string): Promise<Published | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Published
  } catch {
    return null
  }
}
