import { encodeFunctionResult, parseAbi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { MULTICALL3, type ContractCall } from './multicall.ts'
import { createWords } from './words.ts'

const ABI = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3((address,bool,bytes)[]) payable returns (Result[])',
])

const word = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const call = (to: string): ContractCall => ({ to, data: '0x' })

const together = (...result: { success: boolean; returnData: Hex }[]): Hex =>
  encodeFunctionResult({ abi: ABI, functionName: 'aggregate3', result })

/** A node that answers by whom it is asked for; what is thrown is its refusal. */
function node(answers: Readonly<Record<string, Hex | Error>>) {
  const asked: string[] = []
  const words = createWords(async ({ to }) => {
    asked.push(to)
    const answer = answers[to]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('who?')
    return answer
  })
  const readBoth = () => Promise.allSettled([words.read(call('0xa')), words.read(call('0xb'))])
  return { asked, words, readBoth }
}

const fulfilled = (...numbers: number[]) =>
  numbers.map((number) => ({ status: 'fulfilled', value: word(number) }))

describe('words', () => {
  test('read in one turn become one call', async () => {
    const one = { success: true, returnData: word(1) }
    const { asked, readBoth } = node({
      [MULTICALL3]: together(one, { ...one, returnData: word(2) }),
    })
    expect(await readBoth()).toEqual(fulfilled(1, 2))
    expect(asked).toEqual([MULTICALL3])
  })

  test('a single read is a plain call', async () => {
    const { asked, words } = node({ '0xa': word(7) })
    expect(await words.read(call('0xa'))).toBe(word(7))
    expect(asked).toEqual(['0xa'])
  })

  test('are read one by one if Multicall3 is missing or fails', async () => {
    const refusal = Object.assign(new Error('out of gas'), { code: -32_000 })
    for (const answer of ['0x', refusal] as const) {
      const { readBoth } = node({ [MULTICALL3]: answer, '0xa': word(1), '0xb': word(2) })
      expect(await readBoth()).toEqual(fulfilled(1, 2))
    }
  })

  test('a failed read is repeated alone, and reports its own reason', async () => {
    const good = { success: true, returnData: word(1) }
    const bad = { success: false, returnData: '0x' } as const
    const own = new Error('execution reverted')
    const { readBoth } = node({ [MULTICALL3]: together(good, bad), '0xb': own })
    const [first, second] = await readBoth()
    expect(first).toEqual(fulfilled(1)[0])
    expect(second).toEqual({ status: 'rejected', reason: own })
  })

  test('an answer that is not one word is refused', async () => {
    const one = { success: true, returnData: word(1) }
    const none = { success: true, returnData: '0x' } as const
    const { readBoth } = node({ [MULTICALL3]: together(one, none) })
    expect((await readBoth())[1]).toMatchObject({ reason: { message: '0xb answered no word' } })
  })

  test.each([
    ['does not answer', new Error('gone')],
    ['is asked too much', Object.assign(new Error('slower'), { code: 429 })],
  ])('a node that %s is not asked again', async (_, gone) => {
    const { asked, readBoth } = node({ [MULTICALL3]: gone })
    expect(await readBoth()).toEqual([
      { status: 'rejected', reason: gone },
      { status: 'rejected', reason: gone },
    ])
    expect(asked).toEqual([MULTICALL3])
  })
})
