import type { Hex } from 'viem'
import { gather } from './gather.ts'
import { aggregateCall, aggregated, MULTICALL3, type ContractCall } from './multicall.ts'
import { isAnswer, isLimit } from './node-error.ts'

/** Reads single words from contracts at the latest block. */
export interface Words {
  /** Calls a contract; its answer is one word, 32 bytes of hex. */
  read(call: ContractCall): Promise<Hex>
}

type EthCall = (call: ContractCall) => Promise<Hex>

interface PendingRead {
  readonly call: ContractCall
  resolve(word: Hex): void
  reject(thrown: unknown): void
}

/** Well below the gas limit of `eth_call`. */
const TOGETHER_MAX = 100

/**
 * Reads of one turn of the event loop become one multicall, because providers count calls and each
 * payment needs two reads. On a chain without Multicall3, each read is a call.
 */
export function createWords(ethCall: EthCall): Words {
  const ask = gather(setImmediate, TOGETHER_MAX, askAll)

  async function askAll(together: readonly PendingRead[]): Promise<void> {
    try {
      const answers = together.length > 1 ? await aggregate(together) : null
      await Promise.all(together.map((one, at) => settle(one, answers?.[at])))
    } catch (thrown) {
      for (const { reject } of together) reject(thrown)
    }
  }

  /**
   * Null if the node answers with an error, such as without Multicall3. A node that does not
   * answer, or limits requests, is not asked again.
   */
  async function aggregate(together: readonly PendingRead[]) {
    const data = aggregateCall(together.map(({ call }) => call))
    const answer = await ethCall({ to: MULTICALL3, data }).catch((thrown: unknown) => {
      if (isAnswer(thrown) && !isLimit(thrown)) return null
      throw thrown
    })
    return answer && aggregated(answer)
  }

  async function settle(
    { call, resolve, reject }: PendingRead,
    answer?: string | null,
  ): Promise<void> {
    try {
      resolve(wordOf(call, typeof answer === 'string' ? `0x${answer}` : await ethCall(call)))
    } catch (thrown) {
      reject(thrown)
    }
  }

  return {
    read: (call) => new Promise((resolve, reject) => ask({ call, resolve, reject })),
  }
}

export function wordOf({ to }: ContractCall, answer: Hex): Hex {
  if (/^0x[0-9a-f]{64}$/i.test(answer)) return answer
  throw new Error(`${to} answered no word`)
}
