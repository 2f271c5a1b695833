import { z } from 'zod'
import type { OtherNetwork } from '../../../../outside/chains/networks.ts'
import type { SelfSettledNetwork, SelfSettlementOptions } from '../self-settled-network.ts'
import { createSearchMarks } from '../../../../outside/chains/search-marks.ts'
import { createSvmNode } from '../../../../outside/chains/svm/node.ts'
import { traceSvm, type SvmMark } from '../../../../outside/chains/svm/trace.ts'
import {
  readSvmTransaction,
  type SvmTransaction,
} from '../../../../outside/chains/svm/transaction.ts'

const REFRESH_MS = 10_000
/** Blocks that a blockhash lives, and how long each takes at the least. */
const LIFE_BLOCKS = 150
const BLOCK_MS = 400
const LIFE_MS = LIFE_BLOCKS * BLOCK_MS

const Latest = z.object({ value: z.object({ blockhash: z.string() }) })
const Paid = z.object({ transaction: z.string() })

/**
 * Solana through an endpoint of the operator. Recent blockhashes are remembered while they are
 * valid, and the latest is part of offers, so that payers need not ask for it.
 */
export async function openSvmNetwork(
  network: OtherNetwork,
  options: SelfSettlementOptions,
): Promise<SelfSettledNetwork> {
  const { client, now, onTrouble } = options
  const node = createSvmNode(client, options.rpcUrls[network.id] ?? '')
  const marks = createSearchMarks<SvmMark>()
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
      const answer = await node.ask('getLatestBlockhash', [{ commitment: 'confirmed' }])
      remember(Latest.parse(answer).value.blockhash)
    } catch (thrown) {
      onTrouble(`${network.id} cannot be asked for its blockhash`, thrown)
      remember(null)
    }
  }

  /** For an unknown blockhash, only whether it is still valid is known. */
  async function endsAt(blockhash: string): Promise<number | null> {
    const at = seenAt.get(blockhash)
    if (at !== undefined && at + LIFE_MS > now()) return at + LIFE_MS
    return (await node.isAlive(blockhash, 'processed')) ? null : now()
  }

  await refresh()
  const timer = setInterval(() => void refresh(), REFRESH_MS).unref()
  return {
    facilitator: null,
    trouble: async () => 'it can only be looked at from here.',
    upto: async () => null,
    async trace({ payload: { payload } }) {
      const transaction = signedIn(payload)
      return transaction ? traceSvm(node, transaction, marks) : { state: 'unknown' }
    },
    extra: () => (latest ? { recentBlockhash: latest } : {}),
    changes: () => changes,
    async endsAt({ payload }) {
      const transaction = signedIn(payload)
      if (!transaction) return null
      return endsAt(transaction.blockhash).catch((thrown: unknown) => {
        onTrouble(`${network.id} cannot be asked for the life of a blockhash`, thrown)
        return null
      })
    },
    close: async () => clearInterval(timer),
  }
}

function signedIn(payload: unknown): SvmTransaction | null {
  const paid = Paid.safeParse(payload)
  return paid.success ? readSvmTransaction(paid.data.transaction) : null
}
