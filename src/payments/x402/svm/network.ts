import { z } from 'zod'
import type { Client } from '../../../net/request.ts'
import type { OtherNetwork } from '../networks.ts'
import type { OwnNetwork, OwnOptions } from '../own-network.ts'
import { cannotLook } from '../pool.ts'
import { readSvmTransaction } from './transaction.ts'

const ASK_MS = 3_000
const ANSWER_BYTES_MAX = 64 * 1024
const REFRESH_MS = 10_000
/** Blocks that a blockhash lives, and how long each takes at the least. */
const LIFE_BLOCKS = 150
const BLOCK_MS = 400
const LIFE_MS = LIFE_BLOCKS * BLOCK_MS

const Latest = z.object({ value: z.object({ blockhash: z.string() }) })
const Validity = z.object({ value: z.boolean() })
const Paid = z.object({ transaction: z.string() })

/**
 * Solana as an endpoint of the operator's sees it. What was the latest blockhash is remembered for
 * as long as it lives, and told to payers, who then need not ask.
 */
export async function openSvmNetwork(
  network: OtherNetwork,
  options: OwnOptions,
): Promise<OwnNetwork> {
  const { client, now, onTrouble } = options
  const url = options.rpcUrls[network.id] ?? ''
  const seenAt = new Map<string, number>()
  let latest: string | null = null
  let changes = 0

  function remember(blockhash: string | null): void {
    for (const [known, at] of seenAt) if (at + LIFE_MS <= now()) seenAt.delete(known)
    if (blockhash && !seenAt.has(blockhash)) seenAt.set(blockhash, now())
    if (blockhash !== latest) changes += 1
    latest = blockhash
  }

  async function refresh(): Promise<void> {
    try {
      const answer = await ask(client, url, 'getLatestBlockhash', [{ commitment: 'confirmed' }])
      remember(Latest.parse(answer).value.blockhash)
    } catch (thrown) {
      onTrouble(`${network.id} cannot be asked for its blockhash`, thrown)
      remember(null)
    }
  }

  /** Of a blockhash that was not seen, only whether it lives can be told. */
  async function endsAt(blockhash: string): Promise<number | null> {
    const at = seenAt.get(blockhash)
    if (at !== undefined && at + LIFE_MS > now()) return at + LIFE_MS
    const asked = [blockhash, { commitment: 'processed' }]
    const answer = await ask(client, url, 'isBlockhashValid', asked)
    return Validity.parse(answer).value ? null : now()
  }

  await refresh()
  const timer = setInterval(() => void refresh(), REFRESH_MS).unref()
  return {
    facilitator: null,
    hasGas: async () => false,
    trace: cannotLook,
    extra: () => (latest ? { recentBlockhash: latest } : {}),
    changes: () => changes,
    async endsAt({ payload }) {
      const paid = Paid.safeParse(payload)
      const transaction = paid.success ? readSvmTransaction(paid.data.transaction) : null
      if (!transaction) return null
      return endsAt(transaction.blockhash).catch((thrown: unknown) => {
        onTrouble(`${network.id} cannot be asked for the life of a blockhash`, thrown)
        return null
      })
    },
    close: async () => clearInterval(timer),
  }
}

const Answer = z.object({ result: z.unknown() })

async function ask(
  client: Client,
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { bytes } = await client.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    timeoutMs: ASK_MS,
    bytesMax: ANSWER_BYTES_MAX,
  })
  return Answer.parse(JSON.parse(bytes.toString('utf8'))).result
}
