import { z } from 'zod'
import { callRpc } from '../../outside/chains/json-rpc.ts'
import { NEWEST_VERSION } from '../../outside/chains/svm/node.ts'
import type { Capability, Host } from '../../base/core/capability.ts'
import { firstSuccess } from '../../base/core/failover.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import type { Setting } from '../../base/core/setting.ts'
import type { Source } from '../../base/lib/cross-check.ts'
import { httpUrl } from '../../base/lib/fields.ts'
import { createClient, type Client } from '../../outside/net/request.ts'
import { createCounting } from './_counting.ts'
import { polled } from './_polling.ts'
import {
  Account,
  LargestAccounts,
  PriorityFees,
  Signatures,
  Slot,
  SolanaTransaction,
  Supply,
  TokenAccounts,
} from './_solana-shapes.ts'

export type { SolanaTransaction } from './_solana-shapes.ts'

export const SOLANA_RPC_URL: Setting = {
  name: 'SOLANA_RPC_URL',
  description:
    'Nodes of Solana, separated by commas, the best first. Default: two public ones, which refuse heavy requests.',
  schema: httpUrl,
}

const PUBLIC_NODES = ['https://api.mainnet-beta.solana.com', 'https://solana-rpc.publicnode.com']
const TERMS = 'https://solana.com/docs/references/clusters'
const ANSWER_MS = 10_000
const ANSWER_BYTES_MAX = 8 * 1024 * 1024
/** Reads use confirmed data: two thirds of the stake have voted for it. */
const CONFIRMED = { commitment: 'confirmed' } as const
const PARSED = { ...CONFIRMED, encoding: 'jsonParsed' } as const

/**
 * The main network of Solana. Reads are of the newest slot that the node knows, and answers name
 * that slot.
 */
export interface SolanaReads {
  /** Null if there is no such account. */
  account(address: string): Promise<z.output<typeof Account>>
  tokenAccounts(owner: string, program: string): Promise<z.output<typeof TokenAccounts>>
  signatures(address: string, limit: number): Promise<z.output<typeof Signatures>>
  /** Null if the node does not know it, which may be because its history is too short. */
  transaction(signature: string): Promise<SolanaTransaction | null>
  /** Sends a transaction; one that the network refuses is the caller's mistake. */
  send(base64: string): Promise<string>
  /** The slot of a transaction that was just sent; null if it is in none in time. */
  landed(signature: string, withinMs: number): Promise<Landed | null>
  supply(mint: string): Promise<z.output<typeof Supply>>
  /** The twenty largest accounts of a token; null if the node refuses to count them. */
  largest(mint: string): Promise<z.output<typeof LargestAccounts> | null>
  /** Lowest priority fees of the last blocks, in millionths of a lamport per compute unit. */
  priorityFees(): Promise<readonly bigint[]>
  /** The newest slot that most have voted for, and the newest one that is final. */
  slots(): Promise<{ readonly confirmed: number; readonly finalized: number }>
}

export interface Solana extends SolanaReads {
  /** Each node by itself, the best first. */
  readonly nodes: readonly Source<SolanaReads>[]
}

interface Landed {
  readonly slot: number
  readonly isGood: boolean
}

interface Node {
  readonly title: string
  read<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: S,
  ): Promise<z.output<S>>
}

/** Whoever made the token or sent the transaction chose names, addresses of pictures and memos. */
const TELLS_TEXT: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getSignaturesForAddress',
  'getTokenAccountsByOwner',
  'getTransaction',
])

export const solana: Capability<Solana> = {
  name: 'solana',
  texts: 'some',
  settings: [SOLANA_RPC_URL],
  live: true,
  providers: [{ title: 'Solana node', terms: TERMS, setting: SOLANA_RPC_URL.name }],
  open(host) {
    const client = createClient({ policy: 'trusted' })
    host.onClose(() => client.close())
    const { counted } = createCounting(host)
    return (call) => {
      const { signal, sources } = call
      const nodes = nodesOf(host, client, signal)
      const readsOf = (asked: readonly [Node, ...Node[]]): SolanaReads =>
        readers(
          async (method, params, answer) =>
            firstSuccess(asked, async (node) => {
              const answered = sources?.asked(node.title)
              const send = () => node.read(method, params, answer)
              const told = await counted(node.title, call, send)
              answered?.()
              if (TELLS_TEXT.has(method)) sources?.readPublicText()
              return told
            }),
          signal,
        )
      return {
        ...readsOf(nodes),
        nodes: nodes.map((node) => ({ title: node.title, provider: readsOf([node]) })),
      }
    }
  },
}

function readers(read: Node['read'], signal: AbortSignal): SolanaReads {
  const transaction: SolanaReads['transaction'] = async (signature) => {
    const how = { ...PARSED, ...NEWEST_VERSION }
    return read('getTransaction', [signature, how], SolanaTransaction.nullable())
  }
  return {
    transaction,
    send: async (base64) => read('sendTransaction', [base64, { encoding: 'base64' }], z.string()),
    landed: async (signature, withinMs) =>
      polled(
        async () => {
          const found = await transaction(signature)
          return found && { slot: found.slot, isGood: found.meta.err == null }
        },
        { withinMs, signal },
      ),
    account: async (address) => read('getAccountInfo', [address, PARSED], Account),
    tokenAccounts: async (owner, programId) =>
      read('getTokenAccountsByOwner', [owner, { programId }, PARSED], TokenAccounts),
    signatures: async (address, limit) =>
      read('getSignaturesForAddress', [address, { limit, ...CONFIRMED }], Signatures),
    priorityFees: async () =>
      (await read('getRecentPrioritizationFees', [], PriorityFees)).map(
        ({ prioritizationFee }) => prioritizationFee,
      ),
    async slots() {
      const [confirmed, finalized] = await Promise.all([
        read('getSlot', [CONFIRMED], Slot),
        read('getSlot', [{ commitment: 'finalized' }], Slot),
      ])
      return { confirmed, finalized }
    },
    supply: async (mint) => read('getTokenSupply', [mint, CONFIRMED], Supply),
    largest: async (mint) =>
      read('getTokenLargestAccounts', [mint, CONFIRMED], LargestAccounts).catch(
        (thrown: unknown) => {
          // Public nodes do not count the holders of tokens with very many holders.
          if (thrown instanceof Fault && thrown.code === 'upstream_failed') return null
          throw thrown
        },
      ),
  }
}

function nodesOf(host: Host, client: Client, signal: AbortSignal): readonly [Node, ...Node[]] {
  const own = (host.setting(SOLANA_RPC_URL.name) ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  const urls = own.length > 0 ? own : PUBLIC_NODES
  // The path of an operator's own address may hold a key.
  const titleOf = (url: string) =>
    own.length > 0 ? 'Solana node' : `Solana node (${new URL(url).host})`
  const nodes = urls.map((url) => nodeOf(client, { url, title: titleOf(url), signal }))
  return nodes as [Node, ...Node[]]
}

interface NodeOptions {
  readonly url: string
  readonly title: string
  readonly signal: AbortSignal
}

function nodeOf(client: Client, { url, title, signal }: NodeOptions): Node {
  const node = { url, client, timeoutMs: ANSWER_MS, bytesMax: ANSWER_BYTES_MAX, signal }
  return {
    title,
    async read(method, params, answer) {
      const said = await callRpc(node, method, params).catch((thrown: unknown) => {
        throw faultOf(thrown, title, method)
      })
      const { data, error } = answer.safeParse(said)
      if (error)
        throw new Fault('upstream_failed', `${title} answered in an unknown shape.`, {
          cause: error,
        })
      return data
    },
  }
}

const INVALID_PARAMS = -32_602

/**
 * A refusal by the chain is the caller's mistake; missing or refused data is the node's failure.
 */
function faultOf(thrown: unknown, title: string, method: string): unknown {
  if (thrown instanceof Fault)
    return new Fault(thrown.code, thrown.message.replace(/^(?:The node|\S+)/, title), thrown.detail)
  if (!(thrown instanceof Error)) return thrown
  const { code, message } = thrown as Error & { readonly code?: unknown }
  if (method === 'sendTransaction')
    return badInput(`rawTransaction: the network refuses it: ${message.slice(0, 300)}`)
  if (code === INVALID_PARAMS) return badInput(`address: ${message.slice(0, 200)}`)
  return new Fault('upstream_failed', `${title} refused ${method}: ${message.slice(0, 200)}`)
}
